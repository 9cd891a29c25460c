import type { SourceKind } from "../vocabulary";

/** The kinds of the conversation itself. If a block of one left, a policy removed it. */
export const CONVERSATION_KINDS: ReadonlySet<SourceKind> = new Set([
  "user_goal",
  "user_message",
  "assistant_text",
  "thinking",
  "tool_call",
  "tool_result",
]);

/** Instructions and tools. If a block of one left, the harness itself withdrew it, whatever cause was recorded. */
export const FRAME_KINDS: ReadonlySet<SourceKind> = new Set([
  "system_rules",
  "tool_schemas",
  "repository_instructions",
]);
