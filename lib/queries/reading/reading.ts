import type { ProjectFreshness, SessionFreshness } from "@/lib/api/freshness";
import type { Database } from "@/lib/db/client";
import { JsonText } from "@/lib/api/json-text";
import { getDatabase } from "@/lib/db/client";
import type { KnownStages } from "@/lib/api/later/known-later";
import { listLaterFields, hideUnknown } from "@/lib/api/later/known-later";
import { hasFigures } from "@/lib/core/pending";
import { AppError } from "@/lib/errors";
import { countEventsWaiting, waitForProject, countRecordsWaiting, waitForSession } from "@/lib/db/progress";
import { readReachable } from "@/lib/db/reachable";
import { parsePublicId } from "@/lib/db/session-id";
import { noteLook } from "@/lib/jobs/looked-at";
import { findSession, makeKey } from "./find-session";
import { runInOneRequest } from "./request-memo";
import { readTurnRange } from "./turn-range";
import { findAnalysedTurn, findAnalysed } from "./find-analysed";

interface Asked {
  readonly caller: { readonly project: string };
  readonly query: { readonly wait?: number | undefined };
}

/**
 * If the caller asked to wait, the answer is delayed first.
 * @param path of the endpoint, where some of its fields are known later than others (`KNOWN_LATER`)
 */
export function makeSessionRead<
  C extends Asked & { readonly params: { readonly id: string } },
  A extends object,
>(
  answer: (context: C) => Promise<A | JsonText>,
  path = "",
): (context: C) => Promise<(A & SessionFreshness) | JsonText> {
  return (context) =>
    runInOneRequest(async () => {
      const { caller, params, query } = context;
      await awaitSession(getDatabase(), caller.project, params.id, query.wait);
      const freshness = await readSessionFreshness(getDatabase(), caller.project, params.id);
      const known = await readKnownStages(getDatabase(), caller.project, params.id);
      const answered = sayUnknown(path, await answer(context), known);
      return answered instanceof JsonText ? answered.with(freshness) : { ...answered, ...freshness };
    });
}

async function readKnownStages(db: Database, project: string, id: string): Promise<KnownStages> {
  const { row, isKnown } = await findAnalysed(db, project, id);
  return { derived: hasFigures(row), analysed: isKnown };
}

/** Of a session of which something is unknown, answers are small, so that they may be read again. */
function sayUnknown<A extends object>(path: string, said: A | JsonText, known: KnownStages): A | JsonText {
  if (listLaterFields(path).every(([, stage]) => known[stage])) return said;
  return hideUnknown(path, said instanceof JsonText ? (said.value() as A) : said, known);
}

/** While a node of the database is away, an answer is about the sessions of the others. */
export function makeProjectRead<C extends Asked, A extends object>(
  answer: (context: C, db: Database) => Promise<A | JsonText>,
): (context: C) => Promise<(A & ProjectFreshness) | JsonText> {
  return async (context) => {
    const { caller, query } = context;
    return readReachable(getDatabase(), caller.project, async ({ db, nodesAway }) => {
      if (query.wait !== undefined) await waitForProject(db, caller.project, query.wait);
      const freshness = { waiting: await projectWaiting(db, caller.project), nodesAway };
      const answered = await answer(context, db);
      return answered instanceof JsonText ? answered.with(freshness) : { ...answered, ...freshness };
    });
  };
}

/** Waits, for a bounded time, until everything acknowledged so far of a session is readable. */
export async function awaitSession(
  db: Database,
  project: string,
  id: string,
  waitMs: number | undefined,
): Promise<void> {
  if (waitMs !== undefined && waitMs > 0) await waitForSession(db, project, makeKey(project, id), waitMs);
}

/**
 * The freshness of a session.
 * @throws AppError `not_found`; its message tells if the session is still being derived
 */
export async function readSessionFreshness(
  db: Database,
  project: string,
  id: string,
): Promise<SessionFreshness> {
  try {
    const row = await findSession(db, project, id);
    noteLook(db, row);
    const [{ last }, { records }] = await Promise.all([
      readTurnRange(db, row.sessionId),
      countRecordsWaiting(db, project, row.externalId),
    ]);
    return {
      asOfTurn: last,
      analysedAsOfTurn: findAnalysedTurn(row),
      waiting: row.lastSeq - row.derivedSeq + records,
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    const isOurs = parsePublicId(id) !== null;
    const { records } = isOurs ? { records: 0 } : await countRecordsWaiting(db, project, id);
    if (records === 0) throw error;
    throw new AppError("not_found", `the session is not there yet: ${records} records are being processed`);
  }
}

/** How many events and records of a project are acknowledged but not readable yet. */
export async function projectWaiting(db: Database, project: string): Promise<number> {
  const [events, { records }] = await Promise.all([
    countEventsWaiting(db, project),
    countRecordsWaiting(db, project, null),
  ]);
  return events + records;
}
