import type { Call } from "./calls";

/** The keys of a call's messages and of its answer that nobody knows, each once. */
export function unreadKeysOf({ parts }: Call): Set<string> {
  return new Set(
    parts.flatMap(({ messages = [], unread = [] }) => [
      ...messages.flatMap((message) => message.unread ?? []),
      ...unread,
    ]),
  );
}
