import type { Tokens } from "@/lib/core/units";
import type { History } from "../contract/history";
import type { Message } from "../contract/message";
import type { CondenserEvent } from "./safe-indices";

/** The number of events of a message. An assistant message has one for each of its calls. */
export function eventCount(message: Message): number {
  return Math.max(1, message.toolCalls?.length ?? 0);
}

export interface ViewEvent extends CondenserEvent {
  readonly index: number | null;
}

export function eventsOf(
  history: History,
  index: number,
  countMessage: (message: Message) => Tokens,
): ViewEvent[] {
  const message = history.at(index);
  const tokens = history.measure(countMessage).at(index);
  if (message.role === "tool") {
    const callId = message.toolCallId;
    return [{ kind: "observation", index, tokens, ...(callId === undefined ? {} : { callId }) }];
  }
  const calls = message.toolCalls ?? [];
  if (calls.length === 0) return [{ kind: "message", index, tokens }];
  return calls.map((call) => ({
    kind: "action",
    index,
    tokens: tokens / calls.length,
    callId: call.id,
    responseId: message.id,
    thinking: message.thinking !== undefined,
  }));
}
