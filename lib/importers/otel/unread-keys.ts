import type { Call } from "./calls";

export function unreadKeysOf({ parts }: Call): Set<string> {
  return new Set(
    parts.flatMap(({ messages = [], unread = [] }) => [
      ...messages.flatMap((message) => message.unread ?? []),
      ...unread,
    ]),
  );
}
