import { isRecord } from "../is-record";
import { extractCommand, parseJsonOrText } from "../source/arguments";
import { placeAsked } from "../source/source";
import { isShell, plainToolName } from "../source/tool-words";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { Block } from "../trace/session";
import type { CallPairs } from "../window/call-pairs";

/** The file or page that a block shows, as its source or its call names it; `null` for none. */
export function placeOf(recording: Recording, calls: CallPairs, block: number): string | null {
  const { blocks } = recording.session;
  const { path, url } = blocks[block]?.origin ?? {};
  const call = blocks[calls.callOf.get(block) ?? -1];
  return (
    path ??
    url ??
    (call === undefined ? null : placeAsked(call.toolName, readFullText(recording, call) ?? ""))
  );
}

/**
 * A name of what brought a result: its file or page, the command that ran, else the name of its tool with what it was asked in
 * short.
 */
export function nameSource(recording: Recording, calls: CallPairs, block: number): string {
  const { blocks } = recording.session;
  const facts = blocks[block];
  const call = blocks[calls.callOf.get(block) ?? -1];
  const place = placeOf(recording, calls, block);
  if (place !== null) return place;
  const command =
    call !== undefined && isShell(plainToolName(call.toolName))
      ? extractCommand(readFullText(recording, call) ?? "")
      : "";
  const name = facts?.label ?? facts?.toolName ?? "";
  return (
    command.trim() || [name, ...(call === undefined ? [] : readShortArguments(recording, call))].join(" ")
  );
}

const SHORT_CHARS_MAX = 60;
const SHORT_MAX = 2;

function readShortArguments(recording: Recording, call: Block): string[] {
  const args = parseJsonOrText(readFullText(recording, call) ?? "");
  return (isRecord(args) ? Object.values(args) : [])
    .filter((value) => typeof value === "string" || typeof value === "number")
    .map(String)
    .filter((value) => value.trim() !== "" && value.length <= SHORT_CHARS_MAX)
    .slice(0, SHORT_MAX);
}
