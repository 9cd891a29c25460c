import type { Queryable } from "../client";
import { uuidOfHex } from "../session-id";
import { textHash } from "./tree";

/** Streams that are looked through, the newest first. */
const STREAMS_MAX = 5_000;

/** The name of the newest stream of raw calls that holds a text, as far as the text is long enough to be stored apart; else `null`. */
export async function streamWithText(db: Queryable, project: string, text: string): Promise<string | null> {
  const [found] = await db.$queryRawUnsafe<{ name: string }[]>(
    `SELECT newest.name FROM (
       SELECT stream_id, name, updated_at FROM stream WHERE project_id = $1 AND starts_with(name, 'session:')
       ORDER BY updated_at DESC LIMIT ${STREAMS_MAX}) AS newest
     JOIN raw_text ON raw_text.stream_id = newest.stream_id AND raw_text.hash = $2::uuid
     ORDER BY newest.updated_at DESC LIMIT 1`,
    project,
    uuidOfHex(textHash(text)),
  );
  return found?.name ?? null;
}
