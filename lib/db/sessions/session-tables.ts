import type { Queryable } from "../client";

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
  "tool_figure",
  "constraint_figure",
  "checkpoint",
  "word_filter",
  "replay",
  "incident",
  "annotation",
  "share",
  "redaction",
  "session",
];

const DELETE = `WITH ${SESSION_TABLES.slice(0, -1)
  .map((table) => `from_${table} AS (DELETE FROM "${table}" WHERE session_id = $1::uuid)`)
  .join(", ")}
  DELETE FROM "${SESSION_TABLES.at(-1)}" WHERE session_id = $1::uuid`;

export async function deleteSessionRows(tx: Queryable, key: string): Promise<void> {
  await tx.$executeRawUnsafe(DELETE, key);
}
