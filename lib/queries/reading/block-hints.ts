import type { Recording } from "@/lib/core/trace/fold/recording";
import { readFullText } from "@/lib/core/trace/fold/recording";
import type { StoredBlock } from "@/lib/db/derived/block-rows";
import { findMainArgument } from "./main-argument";

const HINT_CHARS = 48;

/** Most shell commands of an agent begin with this. */
const CHANGE_OF_FOLDER = /^cd \S+ (?:&&|;) /;

type HintBlock = Pick<StoredBlock, "id" | "kind" | "toolCallId" | "toolName" | "text" | "hash" | "origin">;

/** The hashes of arguments that are too long for their rows. Without these texts many calls look alike. */
export function listArgumentHashes(blocks: readonly HintBlock[], max: number): string[] {
  return blocks
    .flatMap(({ kind, text, hash }) => (kind === "tool_call" && text === null ? (hash ?? []) : []))
    .slice(0, max);
}

/**
 * For each block, what distinguishes it from others of its name: its origin, its call's arguments, or its own text if
 * that is short enough to be in its row. Empty if none is known.
 * @param texts by hash, those that {@link listArgumentHashes} names
 */
export function buildBlockHints(
  blocks: readonly HintBlock[],
  texts: ReadonlyMap<string, string> = new Map(),
): string[] {
  const textOf = ({ text, hash }: HintBlock) => text ?? texts.get(hash ?? "") ?? null;
  const argumentsOf = new Map(
    blocks.flatMap((block) => {
      const text = block.kind === "tool_call" ? textOf(block) : null;
      return block.toolCallId !== null && text !== null ? [[block.toolCallId, text] as const] : [];
    }),
  );
  return blocks.map((block) => {
    const asked = block.kind === "tool_call" ? undefined : argumentsOf.get(block.toolCallId ?? "");
    return describeHint(block.toolName, block.origin, asked ?? textOf(block));
  });
}

export function readRecordedHints(recording: Recording, places: readonly number[]): string[] {
  const { blocks } = recording.session;
  const calls = new Map(
    blocks.flatMap((block) =>
      block.kind === "tool_call" && block.toolCallId !== null ? [[block.toolCallId, block] as const] : [],
    ),
  );
  return places.map((place) => {
    const block = blocks[place];
    if (block === undefined) return "";
    const call = block.kind === "tool_call" ? undefined : calls.get(block.toolCallId ?? "");
    return describeHint(block.toolName, block.origin, readFullText(recording, call ?? block));
  });
}

type Origin = { readonly path?: string | undefined; readonly url?: string | undefined } | null;

function describeHint(tool: string | null, origin: Origin, said: string | null): string {
  if (origin?.path !== undefined) return cutToLastPart(origin.path);
  return shortenText(stripName(stripMarks(origin?.url ?? said ?? ""), tool));
}

/** The end of a path says more than its start. */
function cutToLastPart(path: string): string {
  return path.length <= HINT_CHARS ? path : `…${path.slice(1 - HINT_CHARS)}`;
}

function stripMarks(text: string): string {
  const significant = findMainArgument(text).replace(/\s+/g, " ").trim().replace(CHANGE_OF_FOLDER, "");
  return significant.includes("/") && !/\s/.test(significant) ? cutToLastPart(significant) : significant;
}

/** A command line begins with the tool's name, which already stands before the hint. */
function stripName(text: string, name: string | null): string {
  return name !== null && text.startsWith(`${name} `) ? text.slice(name.length + 1) : text;
}

function shortenText(text: string): string {
  return text.length <= HINT_CHARS ? text : `${text.slice(0, HINT_CHARS - 1)}…`;
}
