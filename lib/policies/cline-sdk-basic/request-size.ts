import type { Message } from "../contract/message";

/** The length of a request's JSON without the system prompt's text and the messages. */
export const REQUEST_FRAME_CHARS = JSON.stringify({ systemPrompt: "", messages: [], tools: [] }).length;

export function promptChars({ role, text }: Message): number {
  return role === "system" ? JSON.stringify(text).length - '""'.length : 0;
}
