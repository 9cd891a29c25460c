import type { Loose } from "../../../shared/values";
import { recordOf, recordsOf, stringOf } from "../../../shared/values";
import { TextPieces } from "./text-pieces";
import type { JoinedStream, StreamForm } from "./stream";

export const chatStream: StreamForm = {
  isOf: ({ choices }) => Array.isArray(choices),
  join: joinEvents,
};

/**
 * Joins the events of a stream: of several choices the first. A field of the message that is text comes in pieces, a list in
 * parts.
 */
function joinEvents(events: readonly Loose[]): JoinedStream {
  const pieces = new TextPieces();
  const lists = new Map<string, unknown[]>();
  const calls = new Map<number, Loose>();
  let head: Loose = {};
  let [usage, finish]: [unknown, string | undefined] = [undefined, undefined];
  for (const event of events) {
    head = { ...event, ...head };
    usage = event.usage ?? recordOf(event.x_groq).usage ?? usage;
    const choice = recordsOf(event.choices).find(({ index = 0 }) => index === 0) ?? {};
    finish = stringOf(choice.finish_reason) ?? finish;
    const { role: _role, tool_calls: toolCalls, ...delta } = readDelta(choice);
    for (const [field, value] of Object.entries(delta)) {
      const rest = Array.isArray(value)
        ? (value as unknown[]).filter((part) => !isText(pieces, field, part))
        : [];
      if (!Array.isArray(value)) pieces.add(`message ${field}`, value);
      else if (rest.length > 0) lists.set(field, [...(lists.get(field) ?? []), ...rest]);
    }
    const legacy = recordOf(delta.function_call);
    for (const field of ["name", "arguments"]) pieces.add(`function ${field}`, legacy[field]);
    for (const call of recordsOf(toolCalls)) noteCall(calls, pieces, call);
  }
  const fields = new Set(events.flatMap(({ choices }) => recordsOf(choices).flatMap(listFields)));
  fields.add(THOUGHT);
  const text = pieces.getText("message content");
  const parts = lists.get("content");
  if (parts !== undefined && text !== undefined) lists.set("content", [...parts, { type: "text", text }]);
  const name = pieces.getText("function name");
  const message = {
    content: null,
    ...Object.fromEntries(
      [...fields].flatMap((field) => makeEntry(field, pieces.getText(`message ${field}`))),
    ),
    ...Object.fromEntries(lists),
    role: "assistant",
    ...(name !== undefined && {
      function_call: { name, arguments: pieces.getText("function arguments") ?? "{}" },
    }),
    tool_calls: [...calls].map(([index, call]) => ({
      ...call,
      function: { ...recordOf(call.function), arguments: pieces.getText(`call ${index}`) ?? "{}" },
    })),
  };
  const answer = { id: head.id, model: head.model, usage, choices: [{ message, finish_reason: finish }] };
  return { answer, isWhole: finish !== undefined };
}

const THOUGHT = "reasoning_content";

/** Takes a part of the content that is text or a thought to the pieces of either. */
function isText(pieces: TextPieces, field: string, part: unknown): boolean {
  const { type, text, thinking } = recordOf(part);
  if (field !== "content" || (type !== "text" && type !== "thinking")) return false;
  pieces.add("message content", text);
  if (typeof thinking === "string") pieces.add(`message ${THOUGHT}`, thinking);
  for (const thought of recordsOf(thinking)) pieces.add(`message ${THOUGHT}`, thought.text);
  return true;
}

/** The older API for a single prompt streams texts. */
function readDelta({ delta, text }: Loose): Loose {
  return delta === undefined && typeof text === "string" ? { content: text } : recordOf(delta);
}

function listFields(choice: Loose): string[] {
  return Object.keys(readDelta(choice)).filter((field) => field !== "role" && field !== "tool_calls");
}

function makeEntry(field: string, text: string | undefined): [string, string][] {
  return text === undefined ? [] : [[field, text]];
}

function noteCall(calls: Map<number, Loose>, pieces: TextPieces, call: Loose): void {
  const index = Number(call.index ?? 0);
  const before = calls.get(index) ?? {};
  const of = recordOf(call.function ?? call.custom);
  const name = stringOf(recordOf(before.function).name) ?? of.name;
  calls.set(index, { id: before.id ?? call.id, function: { name } });
  pieces.add(`call ${index}`, of.arguments ?? of.input);
}
