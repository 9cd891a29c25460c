import type { Message } from "@/lib/policies/contract/message";
import { writeJson } from "@/lib/policies/shared/estimate";
import type { BlockStatement, WindowEntryStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEvent } from "@/lib/core/trace/event";
import { Fold } from "@/lib/core/trace/fold/fold";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { makeTextFinder } from "@/lib/core/trace/fold/recording";
import type { SourceKind } from "@/lib/core/vocabulary";
import { isMarkedAsCut } from "@/lib/core/window/shown-text";
import { findReference } from "./reference";

/** The turn in which everything remembered stood in full. The next turn is about to be called. */
export const REMEMBERED_TURN = 0;
export const NEXT_TURN = 1;

const SESSION = "next";
const PLACEHOLDER_CHARS_MAX = 400;

/** Named as in recordings of raw calls. */
export function makeResultId(callId: string): string {
  return `result:${callId}`;
}

/**
 * Makes a recording of a window that is about to be sent. The turn before it holds what is remembered of the
 * session. So the code for recordings can judge it.
 * @param remembered blocks with their full text
 */
export function buildRuntimeScene(
  window: readonly WindowEntryStatement[],
  remembered: readonly BlockStatement[],
): Recording {
  const texts = new Map<string, string>();
  const fold = new Fold({
    counted: () => 0,
    hashOf: makeNumbering(),
    onText: (hash, text) => texts.set(hash, text),
  });
  fold.add([turn(REMEMBERED_TURN, remembered), turn(NEXT_TURN, window)]);
  return { session: fold.buildSession(), textOf: makeTextFinder(texts) };
}

const END_CHARS = 24;

/** Names for texts inside one scene. A content hash would cost as much as the rest. */
function makeNumbering(): (text: string) => string {
  const names = new Map<string, { readonly text: string; readonly name: string }[]>();
  let count = 0;
  return (text) => {
    const key = `${text.length} ${text.slice(0, END_CHARS)} ${text.slice(-END_CHARS)}`;
    const alike = names.get(key) ?? [];
    const namedText = alike.find((candidate) => candidate.text === text);
    if (namedText !== undefined) return namedText.name;
    const name = `text-${count++}`;
    names.set(key, [...alike, { text, name }]);
    return name;
  };
}

/** @param remembered ids of blocks that are known in full */
export function buildWindowOfMessages(
  messages: readonly Message[],
  remembered: ReadonlySet<string> = new Set(),
): WindowEntryStatement[] {
  return messages.flatMap((message) => listEntries(message, remembered));
}

function turn(index: number, entries: readonly WindowEntryStatement[]): TraceEvent {
  const once = new Map(entries.map((entry) => [typeof entry === "string" ? entry : entry.id, entry]));
  return {
    id: `turn-${index}`,
    session: SESSION,
    type: "turn.recorded",
    turn: index,
    at: index,
    window: { entries: [...once.values()] },
  };
}

function listEntries(message: Message, knownIds: ReadonlySet<string>): WindowEntryStatement[] {
  if (message.role === "tool") return [makeResult(message, knownIds)];
  const calls = (message.toolCalls ?? []).map((call) => ({
    id: `call:${call.id}`,
    kind: "tool_call" as const,
    toolCallId: call.id,
    toolName: call.name,
    content: writeJson(call.args),
  }));
  const text =
    message.text === "" ? [] : [{ id: message.id, kind: findKind(message), content: message.text }];
  return [...text, ...calls];
}

function makeResult(message: Message, knownIds: ReadonlySet<string>): WindowEntryStatement {
  const { toolCallId, toolName, text, isError } = message;
  const id = toolCallId === undefined ? message.id : makeResultId(toolCallId);
  // The block is not remembered, and its text says that it is not complete.
  const isUnknown = !knownIds.has(id) && text.length <= PLACEHOLDER_CHARS_MAX && isMarkedAsCut(text);
  const reference = findReference(text);
  return {
    id,
    kind: "tool_result",
    content: text,
    ...(toolCallId !== undefined && { toolCallId }),
    ...(toolName !== undefined && { toolName }),
    ...(isError === true && { isError }),
    ...(isUnknown && { mode: "reference" as const }),
    ...(reference !== null && {
      reference: { kind: "artifact" as const, text: reference, restorable: true },
    }),
  };
}

function findKind({ role, source }: Message): SourceKind {
  if (source !== undefined) return source.kind;
  return role === "system" ? "system_rules" : role === "assistant" ? "assistant_text" : "user_message";
}
