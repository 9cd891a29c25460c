import type { Database } from "@/lib/db/client";
import { DERIVED_TABLES } from "@/lib/db/derived/tables";
import { placeAtSession } from "@/lib/db/places";

const OTHER = [
  ...["session_id", "project_id", "parent_id", "received_at", "updated_at"],
  ...[
    "next_batch",
    "window_seq",
    "superseded",
    "derived_stamp",
    "analysed_seq",
    "analysed_at",
    "analysed_ms",
    "version",
  ],
];
/** Columns that the analysis fills. It runs in the background some time after the derivation. */
const ANALYSED = [
  ...["analysed_turn", "dangling", "decisions", "decisions_absent", "token_turns", "policy", "tools"],
  ...[
    "coverage",
    "findings_by_code",
    "findings_by_severity",
    "findings_suspected",
    "serious",
    "finding_codes",
    "findings_stamp",
    "story",
    "analysis_refused",
    "refused_stamp",
  ],
];

/** Everything that is derived of a session, without times and owners, to compare two ways of deriving it. */
export async function derivedRows(
  db: Database,
  key: string,
  tables: readonly { readonly name: string; readonly key: string }[] = DERIVED_TABLES,
): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const { name, key: order } of tables) {
    const found = await db.$queryRawUnsafe<{ row: Record<string, unknown> }[]>(
      placeAtSession(
        `SELECT to_jsonb(t) - 'session_id' AS row FROM "${name}" t WHERE session_id = $1::uuid ORDER BY "${order}"`,
      ),
      key,
    );
    rows[name] = found.map(({ row }) => row);
  }
  const session = await db.$queryRawUnsafe<{ row: Record<string, unknown> }[]>(
    placeAtSession("SELECT to_jsonb(s) - $2::text[] AS row FROM session s WHERE session_id = $1::uuid"),
    key,
    [...OTHER, ...ANALYSED],
  );
  rows.session = session.map(({ row }) => row);
  return rows;
}
