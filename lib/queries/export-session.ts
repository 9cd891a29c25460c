import { toWire } from "@/lib/core/trace/event";
import type { Database } from "@/lib/db/client";
import { readLog } from "@/lib/db/log/read";
import { findSession } from "./find-session";

/** Lines of text that are sent at once. */
const LINES_AT_ONCE = 200;

/**
 * A session's events as the event log has them, an event a line: importing them gives an equal session.
 * @returns its sender's id, and the text piece by piece
 * @throws AppError `not_found` before anything is answered
 */
export async function exportSession(
  db: Database,
  project: string,
  id: string,
): Promise<{ externalId: string; text: AsyncGenerator<string> }> {
  const { sessionId, externalId } = await findSession(db, project, id);
  return { externalId, text: linesOf(db, sessionId, externalId) };
}

async function* linesOf(db: Database, key: string, externalId: string): AsyncGenerator<string> {
  for await (const { events } of readLog(db, key, externalId)) {
    for (let from = 0; from < events.length; from += LINES_AT_ONCE)
      yield events
        .slice(from, from + LINES_AT_ONCE)
        .map(({ event }) => `${JSON.stringify(toWire(event))}\n`)
        .join("");
  }
}
