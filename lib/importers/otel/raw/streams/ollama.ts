import type { Loose } from "../../../shared/values";
import { recordOf, recordsOf } from "../../../shared/values";
import type { JoinedStream, StreamForm } from "./stream";
import { TextPieces } from "./text-pieces";

export const ollamaStream: StreamForm = {
  isOf: ({ message, response, done }) =>
    typeof done === "boolean" && (message !== undefined || response !== undefined),
  join: joinEvents,
};

/** Lines of JSON; the last one says that it is done, and has the figures. */
function joinEvents(events: readonly Loose[]): JoinedStream {
  const pieces = new TextPieces();
  const calls = events.flatMap(({ message }) => recordsOf(recordOf(message).tool_calls));
  for (const { message, response, thinking } of events)
    for (const field of ["content", "thinking"] as const)
      pieces.add(field, recordOf(message ?? { content: response, thinking })[field]);
  const message = {
    role: "assistant",
    content: pieces.getText("content") ?? "",
    thinking: pieces.getText("thinking"),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    answer: { ...events.at(-1), response: undefined, message },
    isWhole: events.at(-1)?.done === true,
  };
}
