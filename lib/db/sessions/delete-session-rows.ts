import type { Queryable } from "../client";
import { SESSION_TABLES } from "../spread-tables";
import { placeAtSession } from "../places";

const DELETE = `WITH ${SESSION_TABLES.slice(0, -1)
  .map((table) => `from_${table} AS (DELETE FROM "${table}" WHERE session_id = $1::uuid)`)
  .join(", ")}
  DELETE FROM "${SESSION_TABLES.at(-1)}" WHERE session_id = $1::uuid`;

/** Deletes a session from every table that has rows of it, in one statement. */
export async function deleteSessionRows(tx: Queryable, key: string): Promise<void> {
  await tx.$executeRawUnsafe(placeAtSession(DELETE), key);
}
