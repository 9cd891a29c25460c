import type { Loose } from "../../../shared/values";
import { recordOf, stringOf } from "../../../shared/values";
import type { JoinedStream, StreamForm } from "./stream";
import { TextPieces } from "./text-pieces";

export const cohereStream: StreamForm = {
  isOf: ({ type }) => type === "message-start",
  join: joinEvents,
};

function joinEvents(events: readonly Loose[]): JoinedStream {
  const pieces = new TextPieces();
  const parts = new Map<number, string>();
  const calls = new Map<number, Loose>();
  let [id, end]: [unknown, Loose | undefined] = [undefined, undefined];
  for (const event of events) {
    const index = Number(event.index ?? 0);
    const { message, ...rest } = recordOf(event.delta);
    const { content, tool_plan: plan, tool_calls: toolCall } = recordOf(message);
    if (event.type === "message-start") id = event.id;
    if (event.type === "message-end") end = rest;
    const { type, text, thinking } = recordOf(content);
    if (event.type === "content-start") parts.set(index, stringOf(type) ?? "text");
    pieces.add(`${index} content`, text ?? thinking);
    pieces.add("plan", plan);
    if (event.type === "tool-call-start") calls.set(index, recordOf(toolCall));
    pieces.add(`${index} call`, recordOf(recordOf(toolCall).function).arguments);
  }
  const answer = {
    id,
    ...end,
    message: {
      role: "assistant",
      tool_plan: pieces.getText("plan"),
      content: [...parts].map(([index, type]) => ({
        type,
        [type]: pieces.getText(`${index} content`) ?? "",
      })),
      tool_calls: [...calls].map(([index, call]) => ({
        ...call,
        function: { ...recordOf(call.function), arguments: pieces.getText(`${index} call`) ?? "{}" },
      })),
    },
  };
  return { answer, isWhole: end !== undefined };
}

/** Version 1 ends with the whole answer; a stream that broke off has its pieces. */
export const cohereV1Stream: StreamForm = {
  isOf: ({ event_type: type }) => type === "stream-start",
  join: (events) => {
    const end = events.find(({ event_type: type }) => type === "stream-end");
    const pieces = new TextPieces();
    for (const { event_type: type, text } of events) if (type === "text-generation") pieces.add("text", text);
    return {
      answer: end === undefined ? { text: pieces.getText("text") ?? "" } : recordOf(end.response),
      isWhole: end !== undefined,
    };
  },
};
