import { findCopiedParts } from "@/lib/core/trace/copied-turns";
import type { Database, Queryable } from "@/lib/db/client";
import { runInTransaction } from "@/lib/db/direct-statements";
import type { AnalysedRow } from "@/lib/db/recordings/analysed-row";
import type { Relative } from "@/lib/db/sessions/copies";
import { readCopyingSessions, readRelatives, readSomeRelatives, writeCopied } from "@/lib/db/sessions/copies";
import { lockWriter } from "@/lib/db/writer-locks";
import { analyseJob } from "@/lib/jobs/job";
import { queueSoon } from "@/lib/jobs/add-jobs";

const TIMEOUT_MS = 600_000;

/**
 * Finds out which turns of derived sessions are copies of other sessions' turns, before they are analysed, and has the others
 * analysed again for which that changes something.
 * @returns the rows with what was found
 */
export async function writeCopies<Row extends Pick<AnalysedRow, "sessionId" | "externalId" | "copying">>(
  db: Database,
  project: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const copies = rows.map(({ externalId, copying }) => ({ externalId, ...copying }));
  const someRelatives = await readSomeRelatives(db, project, copies);
  if (someRelatives.length <= rows.length && isAlone(someRelatives)) return [...rows];
  const relatives = await runInTransaction(
    db,
    async (tx) => {
      await lockWriter(tx, "copies", [project]);
      return writeRelatives(tx, await readRelatives(tx, project, copies));
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
  const ids = new Set(rows.map(({ sessionId }) => sessionId));
  const changed = relatives.filter(({ key, hasChanged }) => hasChanged && !ids.has(key));
  queueSoon(
    db,
    changed.map(({ key, lastSeq: events, agent }) => analyseJob(project, key, { events, agent })),
  );
  const found = new Map(relatives.map((relative) => [relative.key, relative]));
  return rows.map((row) => {
    const { ownFrom, copiedTurns } = found.get(row.sessionId) ?? row.copying;
    return { ...row, copying: { ...row.copying, ownFrom, copiedTurns } };
  });
}

function isAlone(relatives: readonly Relative[]): boolean {
  const openings = relatives.flatMap(({ openings: ownOpenings }) => [...new Set(ownOpenings)]);
  const isLinked = relatives.some(({ forkedFrom }) => forkedFrom !== null);
  return new Set(openings).size === openings.length && !isLinked && relatives.every(isUncopied);
}

function isUncopied({ copiedTurns, ownFrom }: Relative): boolean {
  return copiedTurns === 0 && ownFrom === 0;
}

async function writeRelatives(tx: Queryable, relatives: readonly Relative[]) {
  const parts = findCopiedParts(await readCopyingSessions(tx, relatives));
  const related: (Relative & { readonly hasChanged: boolean })[] = [];
  for (const relative of relatives) {
    const part = parts.get(relative.key);
    const [turns, ownFrom, from] = [part?.turns ?? 0, part?.ownFrom ?? 0, part?.from ?? null];
    const hasChanged =
      relative.copiedTurns !== turns || relative.ownFrom !== ownFrom || relative.copiedFrom !== from;
    if (hasChanged) await writeCopied(tx, relative.key, part);
    related.push({ ...relative, copiedTurns: turns, ownFrom, hasChanged });
  }
  return related;
}
