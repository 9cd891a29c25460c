import type { Message } from "./message";

export interface Malformation {
  readonly kind: "orphan_result" | "missing_result";
  readonly toolCallId: string;
}

/** Results without an earlier call, and calls without a result. Calls of the last message may still be open. */
export function findMalformations(messages: readonly Message[]): Malformation[] {
  const open = new Map<string, number>();
  const found: Malformation[] = [];
  for (const [index, message] of messages.entries()) {
    for (const call of message.toolCalls ?? []) open.set(call.id, index);
    if (message.role !== "tool" || message.toolCallId === undefined) continue;
    if (!open.delete(message.toolCallId))
      found.push({ kind: "orphan_result", toolCallId: message.toolCallId });
  }
  for (const [toolCallId, index] of open) {
    if (index < messages.length - 1) found.push({ kind: "missing_result", toolCallId });
  }
  return found;
}
