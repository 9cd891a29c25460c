import type { Database, Queryable } from "@/lib/db/client";
import { findSession } from "./find-session";

/**
 * The limits of a read of a whole session in the web process: bytes of its packed events, bytes of its texts,
 * and blocks times turns, which is the most that its windows can hold together.
 */
const EVENT_BYTES_MAX = 256 * 1024;
const TEXT_BYTES_MAX = 4 * 1024 * 1024;
const WINDOW_ENTRIES_MAX = 400_000;

/**
 * Folding the session is so fast that no other request notices.
 * @throws AppError `not_found`
 */
export async function isCheap(db: Database, project: string, id: string): Promise<boolean> {
  const { sessionId, turns, blocks } = await findSession(db, project, id);
  if (turns * blocks > WINDOW_ENTRIES_MAX) return false;
  const { events, texts } = await storedBytes(db, sessionId);
  return events <= EVENT_BYTES_MAX && texts <= TEXT_BYTES_MAX;
}

async function storedBytes(db: Queryable, key: string): Promise<{ events: number; texts: number }> {
  const [row] = await db.$queryRawUnsafe<{ events: number; texts: number }[]>(
    `SELECT coalesce(sum(octet_length(events)), 0)::float8 AS events, coalesce(sum(text_bytes), 0)::float8 AS texts
     FROM batch WHERE session_id = $1::uuid`,
    key,
  );
  return row ?? { events: 0, texts: 0 };
}
