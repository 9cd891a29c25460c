/**
 * Every table that has rows of a session, the session's own row last. Deleting a session deletes from all of them; a test
 * holds the list to the schema.
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
  "tool_figure",
  "constraint_figure",
  "replay",
  "incident",
  "annotation",
  "share",
  "session",
];
