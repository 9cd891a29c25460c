import type { History } from "../contract/history";
import { textChars, type Message } from "../contract/message";
import { jsonOf } from "../shared/estimate";

/** Characters of a content: its text and the JSON of its calls and responses. */
export function contentChars(message: Message): number {
  const text = message.thinking ?? "";
  if (message.role === "tool")
    return jsonOf({
      id: message.toolCallId,
      name: message.toolName ?? "",
      response: { result: message.text },
    }).length;
  const simulated = message.simulated === undefined ? message.text.length : message.simulated.tokens * 4;
  const calls = (message.toolCalls ?? []).reduce((sum, call) => sum + jsonOf(call).length, 0);
  return text.length + simulated + calls;
}

/** Tokens of one event: only its text counts, without thoughts, calls and responses. */
export function eventTokens(message: Message): number {
  return message.role === "tool" ? 0 : Math.ceil(textChars(message) / 4);
}

/** Where the retained events begin: the newest `retention`, extended backwards so that no response loses its call. */
export function retainFrom(history: History, start: number, retention: number): number {
  let from = Math.max(start, history.length - retention);
  while (
    from > start &&
    from < history.length &&
    history.at(from).role === "tool" &&
    (history.at(from - 1).toolCalls?.length ?? 0) > 0
  )
    from--;
  return from;
}
