import type { VerdictLine } from "@/lib/core/findings/verdict";
import { toWire } from "@/lib/core/trace/event";
import type { Database } from "@/lib/db/client";
import { readLog } from "@/lib/db/log/read";
import { makePublicId } from "@/lib/db/session-id";
import { findSession } from "../reading/find-session";
import { readVerdicts } from "../findings/verdicts";

const LINES_AT_ONCE = 25;

/**
 * As in the event log, one event per line, and after them a line for each verdict of a person. Importing them gives an
 * equal session.
 * @returns its sender's id, its public id, and the text in pieces
 * @throws AppError `not_found` before any output
 */
export async function exportSession(
  db: Database,
  project: string,
  id: string,
): Promise<{ externalId: string; publicId: string; text: AsyncGenerator<string> }> {
  const { sessionId, externalId } = await findSession(db, project, id);
  return { externalId, publicId: makePublicId(sessionId), text: streamLines(db, sessionId, externalId) };
}

async function* streamLines(db: Database, key: string, externalId: string): AsyncGenerator<string> {
  for await (const { events } of readLog(db, key, externalId)) {
    for (let from = 0; from < events.length; from += LINES_AT_ONCE)
      yield events
        .slice(from, from + LINES_AT_ONCE)
        .map(({ event }) => `${JSON.stringify(toWire(event))}\n`)
        .join("");
  }
  for (const [finding, said] of await readVerdicts(db, key)) {
    const line: VerdictLine = { type: "finding.verdict", session: externalId, finding, ...said };
    yield `${JSON.stringify(line)}\n`;
  }
}
