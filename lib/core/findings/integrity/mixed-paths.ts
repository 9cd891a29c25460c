import { isFailedResult } from "../../evidence/failure";
import { placeAsked } from "../../source/source";
import { isChange, isShell, plainToolName } from "../../source/tool-words";
import { fullText } from "../../trace/fold/recording";
import type { Block } from "../../trace/session";
import type { SourceKind } from "../../vocabulary";
import { pairCalls } from "../../window/call-pairs";
import { joinedPaths } from "./joined-places";
import type { FindingInput } from "../rule/rule";

/** A path with at least one folder that is not part of an address. */
const PATH =
  /(?<![\w:/.@~+-])(?:\/|\.{1,2}\/|~\/)?(?:[\w@.+-]+\/)+[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,7}(?![\w/])/g;
const BARE_NAME = /(?<![\w/.@+-])[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,7}(?![\w/])/g;
const READ_CHARS_MAX = 1_000_000;
const PATHS_MAX = 200_000;
/** A shorter name, or one that many folders have, does not tell where it was taken from. */
const NAME_CHARS_MIN = 6;
const OWN: ReadonlySet<SourceKind> = new Set(["assistant_text", "thinking", "tool_call", "plan"]);
const TELLS: ReadonlySet<SourceKind> = new Set(["assistant_text", "tool_call"]);

interface KnownPath {
  readonly path: string;
  readonly block: number;
}

export interface MixedPath {
  readonly path: string;
  readonly block: number;
  readonly turn: number;
  readonly folder: KnownPath;
  readonly name: KnownPath;
  /** The path was only looked for, so the model learned at once whether it exists. */
  readonly isTried: boolean;
}

/** Paths that only the model wrote, with the folder of one known file and the name of another. */
export function* mixedPaths(input: FindingInput): Iterable<MixedPath> {
  const { session, recording } = input;
  const known = new KnownPaths(input);
  const seen = new Set<string>();
  const { resultOf } = pairCalls(session);
  for (const [block, facts] of session.blocks.entries()) {
    const turn = facts.createdTurn;
    if (!TELLS.has(facts.kind) || turn === null) continue;
    const result = resultOf.get(block);
    if (makes(input, facts) && !(result !== undefined && isFailedResult(recording, result))) continue;
    const text = textOf(recording, facts);
    const apart = facts.kind === "tool_call" ? joinedPaths(text) : [];
    for (const [found] of [text, ...apart].join("\n").matchAll(PATH)) {
      const path = plain(found);
      if (seen.has(path)) continue;
      const parts = known.partsOf(path);
      if (parts === null) continue;
      seen.add(path);
      yield { path: found, block, turn, ...parts, isTried: looks(input, facts) };
    }
  }
}

class KnownPaths {
  private readonly whole = new Map<string, number>();
  private readonly folders = new Map<string, KnownPath>();
  private readonly names = new Map<string, KnownPath | null>();
  private readonly bare = new Set<string>();

  constructor(input: FindingInput) {
    const { session, recording } = input;
    const { callOf, resultOf } = pairCalls(session);
    for (const [no, block] of session.blocks.entries()) {
      const isRead = looks(input, block) && !isFailed(input, resultOf.get(no));
      if (OWN.has(block.kind) && !isRead && !makes(input, block)) continue;
      if (block.kind === "tool_result" && callOf.has(no) && isFailedResult(recording, no)) continue;
      const text = textOf(recording, block);
      for (const [found] of text.matchAll(PATH)) this.add(plain(found), no);
      if (!OWN.has(block.kind)) for (const [name] of text.matchAll(BARE_NAME)) this.bare.add(name);
    }
  }

  partsOf(path: string): Pick<MixedPath, "folder" | "name"> | null {
    const [folderName, ownName] = split(path);
    if (ownName.length < NAME_CHARS_MIN || this.bare.has(ownName) || this.isKnown(path)) return null;
    const [folder, name] = [this.folders.get(folderName), this.names.get(ownName)];
    if (folder === undefined || name == null || split(name.path)[0] === folderName) return null;
    return { folder, name };
  }

  private isKnown(path: string): boolean {
    return endsOf(path).some((end) => end.includes("/") && this.whole.has(end));
  }

  private add(path: string, block: number): void {
    if (this.whole.size >= PATHS_MAX) return;
    for (const end of endsOf(path)) if (!this.whole.has(end)) this.whole.set(end, block);
    const [folder, name] = split(path);
    for (const end of endsOf(folder)) if (!this.folders.has(end)) this.folders.set(end, { path, block });
    const before = this.names.get(name);
    if (before === undefined) this.names.set(name, { path, block });
    else if (before !== null && !isSameFile(before.path, path)) this.names.set(name, null);
  }
}

function isFailed({ recording }: FindingInput, result: number | undefined): boolean {
  return result === undefined || isFailedResult(recording, result);
}

/** When such a call succeeds, the files that it looks at exist. */
function looks({ recording }: FindingInput, block: Block): boolean {
  if (block.kind !== "tool_call") return false;
  const name = plainToolName(block.toolName);
  return (
    isShell(name) ||
    /grep|glob|list|find|search|^ls$/.test(name) ||
    placeAsked(block.toolName, textOf(recording, block)) !== null
  );
}

/** Such a call makes or changes files, so what it names need not have existed. */
function makes({ recording }: FindingInput, block: Block): boolean {
  return block.kind === "tool_call" && isChange(plainToolName(block.toolName), textOf(recording, block));
}

/** The path and its endings, because a file is often named from another folder. */
function endsOf(path: string): string[] {
  const parts = path.split("/").filter((part) => part !== "");
  return [path, ...parts.slice(0, -1).map((_part, i) => parts.slice(i).join("/")), parts.at(-1) ?? ""].filter(
    (end, i, all) => end !== "" && all.indexOf(end) === i,
  );
}

function isSameFile(a: string, b: string): boolean {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

function split(path: string): [string, string] {
  const at = path.lastIndexOf("/");
  return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
}

function plain(path: string): string {
  return path.replace(/^\.\//, "");
}

function textOf(recording: FindingInput["recording"], block: Block): string {
  return (fullText(recording, block) ?? "").slice(0, READ_CHARS_MAX);
}
