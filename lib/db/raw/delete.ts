import type { Queryable } from "../client";

const STREAM_TABLES = ["raw_record", "raw_text", "stream_session", "stream_projection", "stream"];

/** The streams that sessions were worked out from. */
export async function streamsOfSessions(
  tx: Queryable,
  project: string,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await tx.$queryRawUnsafe<{ stream_id: string }[]>(
    `SELECT DISTINCT stream.stream_id FROM session
     JOIN stream_projection ON stream_projection.session = session.external_id
     JOIN stream ON stream.stream_id = stream_projection.stream_id AND stream.project_id = $1
     WHERE session.session_id = ANY($2::uuid[])`,
    project,
    [...keys],
  );
  return rows.map((row) => row.stream_id);
}

/** Deletes the received records of those streams that no session is left of, so that nothing is worked out from them again. */
export async function deleteStreamsWithoutSessions(
  tx: Queryable,
  project: string,
  streams: readonly string[],
): Promise<void> {
  const rows = await tx.$queryRawUnsafe<{ stream_id: string }[]>(
    `SELECT s.stream_id FROM unnest($2::uuid[]) AS s (stream_id) WHERE NOT EXISTS (
       SELECT 1 FROM stream_projection JOIN session ON session.project_id = $1 AND session.external_id = stream_projection.session
       WHERE stream_projection.stream_id = s.stream_id)`,
    project,
    [...streams],
  );
  const orphaned = rows.map((row) => row.stream_id);
  if (orphaned.length === 0) return;
  for (const table of STREAM_TABLES)
    await tx.$executeRawUnsafe(`DELETE FROM "${table}" WHERE stream_id = ANY($1::uuid[])`, orphaned);
}
