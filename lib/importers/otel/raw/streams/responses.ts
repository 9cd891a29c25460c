import type { Loose } from "../../../shared/values";
import { recordOf, stringOf } from "../../../shared/values";
import { TextPieces } from "./text-pieces";
import type { JoinedStream, StreamForm } from "./stream";

export const responsesStream: StreamForm = {
  isOf: ({ type }) => typeof type === "string" && type.startsWith("response."),
  join: joinEvents,
};

const ENDS = /^response\.(completed|incomplete|failed|cancelled)$/;

function joinEvents(events: readonly Loose[]): JoinedStream {
  const end = events.findLast(({ type }) => ENDS.test(String(type)));
  if (end !== undefined) return { answer: recordOf(end.response), isWhole: true };
  return { answer: joinBegun(events), isWhole: false };
}

/** Joins the items of a stream that broke off, as far as they came. */
function joinBegun(events: readonly Loose[]): Loose {
  const items = new Map<number, Loose>();
  const pieces = new TextPieces();
  let head: Loose = {};
  for (const event of events) {
    const type = String(event.type);
    const index = Number(event.output_index);
    if (/^response\.(created|in_progress|queued)$/.test(type)) head = recordOf(event.response);
    if (/^response\.output_item\.(added|done)$/.test(type)) items.set(index, recordOf(event.item));
    if (type === "response.output_text.delta" || type === "response.refusal.delta")
      pieces.add(`text ${index}`, event.delta);
    if (/_arguments\.delta$|_input\.delta$/.test(type)) pieces.add(`arguments ${index}`, event.delta);
  }
  const output = [...items].map(([index, item]) => {
    const text = pieces.getText(`text ${index}`);
    const args = pieces.getText(`arguments ${index}`);
    if (item.status === "completed") return item;
    if (text !== undefined) return { ...item, content: [{ type: "output_text", text }] };
    return args === undefined || stringOf(item.arguments) ? item : { ...item, arguments: args };
  });
  return { ...head, output };
}
