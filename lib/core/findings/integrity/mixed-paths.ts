import { isFailedResult } from "../../evidence/failure";
import { placeAsked } from "../../source/source";
import { isChange, isShell, plainToolName } from "../../source/tool-words";
import { fullText } from "../../trace/fold/recording";
import type { Block } from "../../trace/session";
import type { SourceKind } from "../../vocabulary";
import { pairCalls } from "../../window/call-pairs";
import { joinedPaths } from "./joined-places";
import type { FindingInput } from "../rule/rule";

/** A path with at least one folder, that is not part of an address. */
const PATH =
  /(?<![\w:/.@~+-])(?:\/|\.{1,2}\/|~\/)?(?:[\w@.+-]+\/)+[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,7}(?![\w/])/g;
const BARE_NAME = /(?<![\w/.@+-])[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,7}(?![\w/])/g;
const READ_CHARS_MAX = 1_000_000;
const PATHS_MAX = 200_000;
/** A name this short, or one that many folders have, is a habit and says nothing of where it was taken from. */
const NAME_CHARS_MIN = 6;
const OWN: ReadonlySet<SourceKind> = new Set(["assistant_text", "thinking", "tool_call", "plan"]);
/** What the model tells others; what it thinks is not told. */
const TELLS: ReadonlySet<SourceKind> = new Set(["assistant_text", "tool_call"]);

interface KnownPath {
  readonly path: string;
  readonly block: number;
}

/** A path that the model wrote, with the known path that its folder is of and the one that its name is of. */
export interface MixedPath {
  readonly path: string;
  readonly block: number;
  readonly turn: number;
  readonly folder: KnownPath;
  readonly name: KnownPath;
  /** It was only looked for: whether it is there came back at once. */
  readonly isTried: boolean;
}

/** Paths that the model wrote and nothing else says: the folder is that of one known file, the name that of another. */
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

  /** The files that the folder and the name of a path are of; `null` where it is known, or made of something else. */
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

/** Whether a block is a call that looks at files: where it succeeds, they are there. */
function looks({ recording }: FindingInput, block: Block): boolean {
  if (block.kind !== "tool_call") return false;
  const name = plainToolName(block.toolName);
  return (
    isShell(name) ||
    /grep|glob|list|find|search|^ls$/.test(name) ||
    placeAsked(block.toolName, textOf(recording, block)) !== null
  );
}

/** Whether a block is a call that makes or changes files: what it names need not have been there. */
function makes({ recording }: FindingInput, block: Block): boolean {
  return block.kind === "tool_call" && isChange(plainToolName(block.toolName), textOf(recording, block));
}

/** A path and what is left of it without its first folders: a file is often named from another folder. */
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
