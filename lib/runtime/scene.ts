import type { Message } from "@/lib/policies/contract/message";
import { jsonOf } from "@/lib/policies/shared/estimate";
import type { BlockStatement, WindowEntryStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEvent } from "@/lib/core/trace/event";
import { Fold } from "@/lib/core/trace/fold/fold";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { textFinder } from "@/lib/core/trace/fold/recording";
import type { SourceKind } from "@/lib/core/vocabulary";
import { isMarkedAsCut } from "@/lib/core/window/shown-text";
import { referenceIn } from "./reference";

/** The turn in which everything that is remembered stood in full, and the turn that is about to be called. */
export const REMEMBERED_TURN = 0;
export const NEXT_TURN = 1;

const SESSION = "next";
const PLACEHOLDER_CHARS_MAX = 400;

/** The name of the block that a message's result is, as recordings of raw calls call it. */
export function resultId(callId: string): string {
  return `result:${callId}`;
}

/**
 * A window that is about to be sent, as that of a turn; the one before it held what is remembered of the session. So the
 * code that judges recordings judges what is not recorded yet.
 * @param remembered blocks with the text that they have in full
 */
export function sceneOf(
  window: readonly WindowEntryStatement[],
  remembered: readonly BlockStatement[],
): Recording {
  const texts = new Map<string, string>();
  const fold = new Fold({
    counted: () => 0,
    hashOf: numbered(),
    onText: (hash, text) => texts.set(hash, text),
  });
  fold.add([turn(REMEMBERED_TURN, remembered), turn(NEXT_TURN, window)]);
  return { session: fold.session(), textOf: textFinder(texts) };
}

/** Characters at both ends of a text that tell most texts apart. */
const END_CHARS = 24;

/** Names for texts that hold within one scene: no one else sees them, and a content hash costs as much as the rest. */
function numbered(): (text: string) => string {
  const names = new Map<string, { readonly text: string; readonly name: string }[]>();
  let count = 0;
  return (text) => {
    const key = `${text.length} ${text.slice(0, END_CHARS)} ${text.slice(-END_CHARS)}`;
    const alike = names.get(key) ?? [];
    const known = alike.find((one) => one.text === text);
    if (known !== undefined) return known.name;
    const name = `text-${count++}`;
    names.set(key, [...alike, { text, name }]);
    return name;
  };
}

/** Messages as the entries of a window. @param remembered ids of blocks that are known in full */
export function windowOfMessages(
  messages: readonly Message[],
  remembered: ReadonlySet<string> = new Set(),
): WindowEntryStatement[] {
  return messages.flatMap((message) => entriesOf(message, remembered));
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

/** The entries that a message stands for: its words, its calls, or the result that it is. */
function entriesOf(message: Message, known: ReadonlySet<string>): WindowEntryStatement[] {
  if (message.role === "tool") return [resultOf(message, known)];
  const calls = (message.toolCalls ?? []).map((call) => ({
    id: `call:${call.id}`,
    kind: "tool_call" as const,
    toolCallId: call.id,
    toolName: call.name,
    content: jsonOf(call.args),
  }));
  const text = message.text === "" ? [] : [{ id: message.id, kind: kindOf(message), content: message.text }];
  return [...text, ...calls];
}

function resultOf(message: Message, known: ReadonlySet<string>): WindowEntryStatement {
  const { toolCallId, toolName, text, isError } = message;
  const id = toolCallId === undefined ? message.id : resultId(toolCallId);
  // Nobody remembers what stood here, and what stands here says of itself that it is not all.
  const isUnknown = !known.has(id) && text.length <= PLACEHOLDER_CHARS_MAX && isMarkedAsCut(text);
  const reference = referenceIn(text);
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

function kindOf({ role, source }: Message): SourceKind {
  if (source !== undefined) return source.kind;
  return role === "system" ? "system_rules" : role === "assistant" ? "assistant_text" : "user_message";
}
