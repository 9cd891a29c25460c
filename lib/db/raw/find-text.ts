import type { Queryable } from "../client";
import { makeUuid } from "../session-id";
import { hashText } from "./tree";
import { placeAtStream } from "../places";

const STREAMS_MAX = 5_000;

/**
 * The name of the newest stream of raw calls that holds a text; `null` if there is none. Only texts that are long
 * enough to be stored separately can be found.
 */
export async function streamWithText(db: Queryable, project: string, text: string): Promise<string | null> {
  const newest = await db.$queryRawUnsafe<{ place: string; name: string }[]>(
    `SELECT place_id AS place, name FROM stream WHERE project_id = $1 AND starts_with(name, 'session:')
     ORDER BY updated_at DESC, stream_id LIMIT ${STREAMS_MAX}`,
    project,
  );
  const rows = await db.$queryRawUnsafe<{ stream_id: string }[]>(
    placeAtStream("SELECT stream_id FROM raw_text WHERE stream_id = ANY($1::uuid[]) AND hash = $2::uuid"),
    newest.map((row) => row.place),
    makeUuid(hashText(text)),
  );
  const found = new Set(rows.map((row) => row.stream_id));
  return newest.find((row) => found.has(row.place))?.name ?? null;
}
