import type { Database } from "@/lib/db/client";
import { isDatabaseAway } from "@/lib/db/away";
import { isCluster } from "@/lib/db/nodes";
import type { AnalysedRow } from "@/lib/db/recordings/analysed-row";
import { isDerived, newRows } from "@/lib/db/recordings/analysed-row";
import { writeCopies } from "./relate-copies";
import type { WorkedOut } from "./store-analyses";
import { storeAnalyses } from "./store-analyses";
import { computeAnalysis } from "./work-out";

const SESSIONS_AT_ONCE = 100;
/** Characters of the sessions that are stored together. */
const CHARS_AT_ONCE = 4_000_000;
/** The longest time for which one project's sessions are analysed, in milliseconds, before others have a turn. */
const MS_AT_ONCE = 500;

export interface NewAnalyses {
  readonly analysed: readonly string[];
  readonly left: readonly string[];
  readonly more: boolean;
}

/**
 * Analyses short new sessions of a project, for half a second at most, and stores them together: each by itself would take a
 * dozen statements. On a cluster each is stored by itself.
 * @returns `left`: those that could not be analysed so; a job of their own says why
 */
export async function analyseNewSessions(db: Database, project: string): Promise<NewAnalyses> {
  const rows = await writeCopies(db, project, await newRows(db, project, SESSIONS_AT_ONCE));
  const until = performance.now() + MS_AT_ONCE;
  const looked: string[] = [];
  const charsMax = (await isCluster(db)) ? 0 : CHARS_AT_ONCE;
  const analysed = new Set<string>();
  let chars = 0;
  let batch: WorkedOut[] = [];
  const store = async () => {
    for (const key of (await recoverIfBroken(storeAnalyses(db, batch))) ?? []) analysed.add(key);
    [batch, chars] = [[], 0];
  };
  for (const row of rows) {
    if (performance.now() >= until) break;
    looked.push(row.sessionId);
    const worked = await recoverIfBroken(workOutIfDerived(db, row));
    if (worked === null) continue;
    batch.push(worked);
    chars += countChars(worked);
    if (chars >= charsMax) await store();
  }
  await store();
  const leftKeys = looked.filter((key) => !analysed.has(key));
  const hasMore = rows.length === SESSIONS_AT_ONCE || looked.length < rows.length;
  return { analysed: [...analysed], left: leftKeys, more: hasMore };
}

/** Leaves all of them, for a job of their own each. */
export async function analyseEachAlone(db: Database, project: string): Promise<NewAnalyses> {
  const rows = await newRows(db, project, SESSIONS_AT_ONCE);
  const leftKeys = rows.map(({ sessionId }) => sessionId);
  return { analysed: [], left: leftKeys, more: leftKeys.length === SESSIONS_AT_ONCE };
}

async function workOutIfDerived(db: Database, row: AnalysedRow): Promise<WorkedOut | null> {
  return isDerived(row) ? computeAnalysis(db, row) : null;
}

/** @throws when the database is away */
async function recoverIfBroken<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return null;
  }
}

function countChars({ analysed: { recording } }: WorkedOut): number {
  return recording.session.blocks.reduce((sum, { versions, full }) => sum + (versions[full]?.chars ?? 0), 0);
}
