import type { Message } from "../contract/message";

/** What a request's JSON has around the system prompt's text and the messages. */
export const REQUEST_FRAME_CHARS = JSON.stringify({ systemPrompt: "", messages: [], tools: [] }).length;

/** The length of a system prompt's text as JSON; 0 for other messages. */
export function promptChars({ role, text }: Message): number {
  return role === "system" ? JSON.stringify(text).length - '""'.length : 0;
}
