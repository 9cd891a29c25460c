import type { Database } from "@/lib/db/client";
import { isDatabaseAway } from "@/lib/db/away";
import type { FirstAnalysis } from "@/lib/db/derived/write-first-analyses";
import { writeFirstAnalyses } from "@/lib/db/derived/write-first-analyses";
import { countVerdicts, withVerdicts } from "@/lib/db/derived/verdicts";
import { wordFilters } from "@/lib/db/derived/word-filters";
import { isCluster } from "@/lib/db/nodes";
import { inTransaction } from "@/lib/db/transaction";
import { lockWriter } from "@/lib/db/writer-locks";
import type { AnalysedRow } from "./analysed-row";
import { isDerived, newRows } from "./analysed-row";
import { columnsOf, rowsOf } from "./registry";
import { textsOf } from "./texts";
import { lastTurnOf, refetchesOf, workOut } from "./work-out";

const SESSIONS_AT_ONCE = 100;
/** Characters of the sessions that are written in one statement. */
const CHARS_AT_ONCE = 4_000_000;
const TIMEOUT_MS = 120_000;

export interface NewAnalyses {
  readonly analysed: readonly string[];
  readonly left: readonly string[];
  readonly more: boolean;
}

/**
 * Analyses short new sessions of a project together: one statement for a hundred, where each alone takes a
 * dozen. It stores the same as `analyseSession`. Sessions that do not fit, and all sessions of a cluster,
 * where a statement is about one session, are left to `analyseSession`.
 */
export async function analyseNewSessions(db: Database, project: string): Promise<NewAnalyses> {
  const rows = await newRows(db, project, SESSIONS_AT_ONCE);
  const more = rows.length === SESSIONS_AT_ONCE;
  const analysed = new Set<string>();
  let chars = 0;
  let some: FirstAnalysis[] = [];
  const write = async () => {
    for (const key of await written(db, some)) analysed.add(key);
    [some, chars] = [[], 0];
  };
  for (const row of (await isCluster(db)) ? [] : rows) {
    const one = await firstAnalysis(db, row);
    if (one === null) continue;
    some.push(one.analysis);
    chars += one.chars;
    if (chars >= CHARS_AT_ONCE) await write();
  }
  await write();
  const left = rows.map(({ sessionId }) => sessionId).filter((key) => !analysed.has(key));
  return { analysed: [...analysed], left, more };
}

async function firstAnalysis(
  db: Database,
  row: AnalysedRow,
): Promise<{ readonly analysis: FirstAnalysis; readonly chars: number } | null> {
  if (!isDerived(row)) return null;
  const began = performance.now();
  try {
    const analysed = await workOut(db, row);
    if (refetchesOf(analysed).length > 0) return null;
    const lastTurn = lastTurnOf(analysed);
    const columns: FirstAnalysis["columns"] = {
      ...columnsOf(analysed),
      analysed_seq: { type: "int", value: row.derivedSeq },
      analysed_turn: { type: "int", value: lastTurn },
      analysed_at: { type: "timestamptz", value: new Date().toISOString() },
      analysed_ms: { type: "int", value: Math.ceil(performance.now() - began) },
    };
    const chars = analysed.recording.session.blocks.reduce(
      (sum, { versions, full }) => sum + (versions[full]?.chars ?? 0),
      0,
    );
    return {
      analysis: {
        key: row.sessionId,
        born: row.receivedAt,
        rows: [...rowsOf(analysed), wordFilters(textsOf(analysed.recording))],
        columns,
        lastTurn,
      },
      chars,
    };
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return null;
  }
}

/**
 * Nothing is written if this fails: one of the sessions may be the cause, and its separate analysis shows
 * that.
 */
async function written(db: Database, analyses: readonly FirstAnalysis[]): Promise<ReadonlySet<string>> {
  if (analyses.length === 0) return new Set();
  const inOrder = analyses.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  try {
    return await inTransaction(
      db,
      async (tx) => {
        await lockWriter(
          tx,
          "analysis",
          inOrder.map(({ key }) => key),
        );
        const keys = await writeFirstAnalyses(tx, inOrder);
        for (const key of await withVerdicts(tx, [...keys])) await countVerdicts(tx, key);
        return keys;
      },
      { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
    );
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return new Set();
  }
}
