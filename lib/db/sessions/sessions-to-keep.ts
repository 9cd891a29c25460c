import type { SessionToKeep } from "@/lib/core/retention";
import type { Queryable } from "../client";
import { Prisma } from "../generated/client";
import { readOverSessions } from "../over-sessions";
import { placeAtSession } from "../places";

const SESSIONS_AT_ONCE = 5_000;

interface KeptRow {
  readonly id: string;
  readonly parent: string | null;
  readonly updated_at: Date;
  readonly tags: unknown;
}

/** The sessions of a project as its retention looks at them. The size is that of their log as it is stored. */
export async function readSessionsToKeep(db: Queryable, project: string): Promise<SessionToKeep[]> {
  const heldSessions = await readHeldSessions(db, project);
  const found: SessionToKeep[] = [];
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const page = await readOverSessions<KeptRow>(
      db,
      (
        rows,
      ) => Prisma.sql`SELECT session_id AS id, parent_id AS parent, updated_at, coalesce(given_tags, tags) AS tags
       FROM ${rows("session")} AS session
       WHERE project_id = ${project} AND session_id > ${after}::uuid ORDER BY session_id LIMIT ${SESSIONS_AT_ONCE}`,
    );
    const last = page.at(-1);
    if (last === undefined) return found;
    after = last.id;
    const sizes = await db.$queryRawUnsafe<{ id: string; bytes: number }[]>(
      placeAtSession(`SELECT session_id AS id, sum(${STORED_BYTES})::float8 AS bytes FROM batch
       WHERE session_id = ANY($1::uuid[]) GROUP BY session_id ORDER BY session_id`),
      page.map(({ id }) => id),
    );
    const bytes = new Map(sizes.map((row) => [row.id, row.bytes]));
    for (const { id, parent, updated_at: at, tags } of page)
      found.push({
        id,
        parent,
        tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
        updatedAt: at.getTime(),
        bytes: bytes.get(id) ?? 0,
        isHeld: heldSessions.has(id),
      });
  }
}

/** What a row of the log takes, told without reading its texts. */
export const STORED_BYTES = "pg_column_size(events) + pg_column_size(texts)";

/** The sessions that an incident, or a share that can still be opened, is about. */
export async function readHeldSessions(db: Queryable, project: string): Promise<ReadonlySet<string>> {
  const [incidents, shares] = await Promise.all([
    readOverSessions<{ id: string }>(
      db,
      (rows) => Prisma.sql`SELECT DISTINCT session_id AS id FROM ${rows("incident")} AS incident
       WHERE project_id = ${project}`,
    ),
    readOverSessions<{ id: string }>(
      db,
      (rows) => Prisma.sql`SELECT DISTINCT session_id AS id FROM ${rows("share")} AS share
       WHERE project_id = ${project} AND revoked_at IS NULL AND expires_at > now() AND (view_limit IS NULL OR views < view_limit)`,
    ),
  ]);
  return new Set([...incidents, ...shares].map(({ id }) => id));
}
