import { readFullText } from "../../trace/fold/recording";
import type { Block } from "../../trace/session";
import { isShell, plainToolName } from "../../source/tool-words";
import { pairCalls } from "../../window/call-pairs";
import type { FindingInput } from "./rule";
import { nameBlock } from "./session-index";

const SUBJECT_CHARS_MAX = 60;
const ARGUMENTS_READ = 4_000;
const TELLING_KEYS =
  /^(?:file_?path|path|filename|target_file|notebook_path|url|uri|href|query|q|pattern|command|cmd|symbol|id|.*_id|name)$/i;

const PATH = /^(?:[A-Za-z]:|~|\.{1,2})?[\\/]?(?:[^\s\\/:]{1,255}[\\/]){1,40}[^\s\\/:]{1,255}$/;

type Scene = Pick<FindingInput, "session" | "recording">;

export function nameOfBlock(scene: Scene, number: number): string {
  const block = scene.session.blocks[number];
  if (block === undefined) return "block";
  const about = describeSubject(scene, number);
  return about === null ? nameBlock(block) : `${nameBlock(block)} ("${about}")`;
}

/** What a block is about: a file, a page or an argument; `null` where nothing says. */
export function describeSubject(scene: Scene, number: number): string | null {
  const block = scene.session.blocks[number];
  if (block === undefined) return null;
  const ownName = block.origin?.path ?? block.origin?.url ?? block.origin?.artifact ?? block.label;
  if (ownName != null) return shortenSubject(ownName);
  const call = block.kind === "tool_call" ? block : findCall(scene, number);
  const target =
    call === undefined
      ? null
      : readOnlyArgument((readFullText(scene.recording, call) ?? "").slice(0, ARGUMENTS_READ));
  if (target === null) return null;
  return shortenSubject(isShell(plainToolName(call?.toolName ?? null)) ? stripFolder(target) : target);
}

/** A command without the folder in which it is run, which tells it from no other one. */
function stripFolder(command: string): string {
  return /^\s*cd\s+(?:"[^"\n]+"|'[^'\n]+'|[^\s;&|"']+)\s*(?:&&|;)\s*(\S[^]*)$/.exec(command)?.[1] ?? command;
}

/** A short form of a long path: its end, which tells it from others: ".../lib/app/config.ts". */
function shortenSubject(text: string): string {
  const plain = text.trim();
  if (plain.length <= SUBJECT_CHARS_MAX || !PATH.test(plain)) return shortenWords(text, SUBJECT_CHARS_MAX);
  const end = plain.slice(1 - SUBJECT_CHARS_MAX).toWellFormed();
  const folder = end.search(/[\\/]/);
  return `…${folder < 0 ? end : end.slice(folder)}`;
}

function findCall(scene: Scene, number: number): Block | undefined {
  return scene.session.blocks[pairCalls(scene.session).callOf.get(number) ?? -1];
}

function readOnlyArgument(args: string): string | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(args);
  } catch {
    return args.trim() === "" || args.startsWith("{") ? null : args;
  }
  if (typeof parsed === "string") return parsed;
  if (typeof parsed !== "object" || parsed === null) return null;
  const plainArguments = Object.entries(parsed).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === "string" || typeof entry[1] === "number",
  );
  const [, value] = plainArguments.find(([key]) => TELLING_KEYS.test(key)) ?? plainArguments[0] ?? [];
  return value === undefined || value === "" ? null : String(value);
}

/** The end of a sentence: the one thing with its turn, or the first and the last. */
export function nameWithTurns(
  scene: Scene,
  about: readonly { readonly block: number; readonly turn: number }[],
): string {
  const [first, last] = [about[0], about.at(-1)];
  if (first === undefined || last === undefined) return "";
  const name = ({ block, turn }: typeof first) => `the ${nameOfBlock(scene, block)} at turn ${turn}`;
  return about.length === 1 ? `: ${name(first)}` : `: first ${name(first)}, last ${name(last)}`;
}

export function shortenWords(text: string, chars = 80): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > chars ? `${line.slice(0, chars - 1).toWellFormed()}…` : line;
}
