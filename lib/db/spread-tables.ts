/**
 * Every table with rows of a session; the session's own row comes last. Deleting a session deletes from all of them. A
 * test compares the list with the schema.
 */
export const SESSION_TABLES: readonly string[] = [
  "batch",
  "event",
  "superseded",
  "content",
  "turn",
  "block",
  "residency",
  "compaction",
  "repeated_call",
  "record",
  "plan",
  "edge",
  "finding",
  "bill",
  "cut_card",
  "tool_figure",
  "constraint_figure",
  "checkpoint",
  "word_filter",
  "replay",
  "incident",
  "annotation",
  "finding_verdict",
  "share",
  "redaction",
  "judge_answer",
  "judge_task",
  "session",
];

/** The tables with what was received, by stream. On a cluster each stream is on one node. */
export const STREAM_TABLES: readonly string[] = ["raw_record", "raw_text", "stream_head"];
