import type { SourceKind } from "../vocabulary";

/**
 * Values of these kinds are evidence. All other kinds, except those in which the model speaks, are known to
 * it anyway.
 */
export const HELD_KINDS: ReadonlySet<SourceKind> = new Set(["tool_result", "retrieval", "memory"]);

/** The model speaks in these. */
export const SAID_KINDS: ReadonlySet<SourceKind> = new Set([
  "assistant_text",
  "thinking",
  "tool_call",
  "plan",
  "state_summary",
  "compaction_summary",
]);
