import type { Database } from "@/lib/db/client";
import { searchable } from "@/lib/db/derived/block-texts";
import { readContents } from "@/lib/db/log/read";
import { hexOfUuid } from "@/lib/db/session-id";

const FOUND_MAX = 2_000;

export interface ContentMatch {
  readonly blockId: string;
  readonly turn: number | null;
  /** The matched words stand between the two marks. */
  readonly text: string;
}

/** The marks around matched words: characters that no text uses, so that a view can find them. */
export const [MATCH_START, MATCH_END] = ["\ue000", "\ue001"] as const;

/**
 * The sessions of a project with a text that holds the words, and for each the first such block. Uses PostgreSQL's
 * full-text search.
 * @param words as people type them: all words must match; "quoted words" match as a phrase; -words must not occur
 */
export async function searchContents(
  db: Database,
  project: string,
  words: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.$queryRawUnsafe<{ session_id: string; no: number }[]>(
    `SELECT t.session_id, min(t.no) AS no FROM block_text t
     JOIN session s ON s.session_id = t.session_id
     WHERE s.project_id = $1 AND s.role <> 'replay' AND t.words @@ websearch_to_tsquery('simple', $2)
     GROUP BY t.session_id ORDER BY max(s.updated_at) DESC, t.session_id LIMIT ${FOUND_MAX}`,
    project,
    searchable(words),
  );
  return new Map(rows.map(({ session_id, no }) => [session_id, no]));
}

/**
 * The text around the words in a block.
 * @returns `null` if the text is no longer stored
 */
export async function contentMatch(
  db: Database,
  sessionId: string,
  no: number,
  words: string,
): Promise<ContentMatch | null> {
  const block = await db.block.findUnique({ where: { sessionId_no: { sessionId, no } } });
  if (block === null) return null;
  const hash = block.hash === null ? null : hexOfUuid(block.hash);
  const text =
    block.text ?? (hash === null ? undefined : (await readContents(db, sessionId, [hash])).get(hash));
  if (text === undefined) return null;
  const [row] = await db.$queryRawUnsafe<{ line: string }[]>(
    `SELECT ts_headline('simple', $1::text, websearch_to_tsquery('simple', $2), $3) AS line`,
    searchable(text),
    searchable(words),
    `MaxFragments=1, MaxWords=24, MinWords=8, StartSel="${MATCH_START}", StopSel="${MATCH_END}"`,
  );
  return { blockId: block.id, turn: block.createdTurn, text: row?.line ?? "" };
}
