import type { SessionToKeep } from "@/lib/core/retention";
import type { Queryable } from "../client";

const SESSIONS_AT_ONCE = 5_000;

interface KeptRow {
  readonly id: string;
  readonly parent: string | null;
  readonly updated_at: Date;
  readonly tags: unknown;
}

/** The sessions of a project as its retention looks at them. The size is that of their log as it is stored. */
export async function readSessionsToKeep(db: Queryable, project: string): Promise<SessionToKeep[]> {
  const held = await readHeldSessions(db, project);
  const found: SessionToKeep[] = [];
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const rows = await db.$queryRawUnsafe<KeptRow[]>(
      `SELECT session_id AS id, parent_id AS parent, updated_at, coalesce(given_tags, tags) AS tags FROM session
       WHERE project_id = $1 AND session_id > $2::uuid ORDER BY session_id LIMIT ${SESSIONS_AT_ONCE}`,
      project,
      after,
    );
    const last = rows.at(-1);
    if (last === undefined) return found;
    after = last.id;
    const sizes = await db.$queryRawUnsafe<{ id: string; bytes: number }[]>(
      `SELECT session_id AS id, sum(${STORED_BYTES})::float8 AS bytes FROM batch
       WHERE session_id = ANY($1::uuid[]) GROUP BY session_id ORDER BY session_id`,
      rows.map(({ id }) => id),
    );
    const bytes = new Map(sizes.map((row) => [row.id, row.bytes]));
    for (const { id, parent, updated_at: at, tags } of rows)
      found.push({
        id,
        parent,
        tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
        updatedAt: at.getTime(),
        bytes: bytes.get(id) ?? 0,
        isHeld: held.has(id),
      });
  }
}

/** What a row of the log takes, told without reading its texts. */
export const STORED_BYTES = "pg_column_size(events) + pg_column_size(texts)";

/** The sessions that an incident, or a share that can still be opened, is about. */
export async function readHeldSessions(db: Queryable, project: string): Promise<ReadonlySet<string>> {
  const [incidents, shares] = await Promise.all([
    db.$queryRawUnsafe<{ id: string }[]>(
      "SELECT DISTINCT session_id AS id FROM incident WHERE project_id = $1",
      project,
    ),
    db.$queryRawUnsafe<{ id: string }[]>(
      `SELECT DISTINCT session_id AS id FROM share
       WHERE project_id = $1 AND revoked_at IS NULL AND expires_at > now() AND (view_limit IS NULL OR views < view_limit)`,
      project,
    ),
  ]);
  return new Set([...incidents, ...shares].map(({ id }) => id));
}
