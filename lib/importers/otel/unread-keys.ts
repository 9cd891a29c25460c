import type { Call } from "./calls";

/** The fields of a call that no reader knows, for a warning that names them. */
export function listUnreadKeys({ parts }: Call): Set<string> {
  const keys = new Set<string>();
  for (const { messages = [], unread = [] } of parts) {
    for (const message of messages) for (const key of message.unread ?? []) keys.add(key);
    for (const key of unread) keys.add(key);
  }
  return keys;
}
