import type { Call } from "./calls";

export function listUnreadKeys({ parts }: Call): Set<string> {
  const keys = new Set<string>();
  for (const { messages = [], unread = [] } of parts) {
    for (const message of messages) for (const key of message.unread ?? []) keys.add(key);
    for (const key of unread) keys.add(key);
  }
  return keys;
}
