import type { Database } from "@/lib/db/client";
import { DERIVED_TABLES } from "@/lib/db/derived/tables";

/** Everything that is derived of a session, without what says when or whose it is. For comparing two ways of deriving it. */
export async function derivedRows(
  db: Database,
  key: string,
  tables: readonly { readonly name: string; readonly key: string }[] = DERIVED_TABLES,
): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const { name, key: order } of tables) {
    const found = await db.$queryRawUnsafe<{ row: Record<string, unknown> }[]>(
      `SELECT to_jsonb(t) - 'session_id' AS row FROM "${name}" t WHERE session_id = $1::uuid ORDER BY "${order}"`,
      key,
    );
    rows[name] = found.map(({ row }) => row);
  }
  const session = await db.$queryRawUnsafe<{ row: Record<string, unknown> }[]>(
    `SELECT to_jsonb(s) - ARRAY['session_id', 'project_id', 'parent_id', 'received_at', 'updated_at', 'next_batch', 'window_seq', 'superseded', 'analysed_seq', 'dangling'] AS row
     FROM session s WHERE session_id = $1::uuid`,
    key,
  );
  rows.session = session.map(({ row }) => row);
  return rows;
}
