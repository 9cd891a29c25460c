import type { Database, Queryable } from "@/lib/db/client";
import { replaceWordFilters } from "@/lib/db/derived/word-filters";
import { writeRefetchOutcomes } from "@/lib/db/derived/refetch-outcomes";
import { KEEP_PLAN } from "@/lib/db/keep-plan";
import { countVerdicts } from "@/lib/db/derived/verdicts";
import { SessionWrite } from "@/lib/db/derived/session-write";
import { announce } from "@/lib/db/notices";
import { inTransaction } from "@/lib/db/transaction";
import { lockWriter } from "@/lib/db/writer-locks";
import { writeJudgedFindings } from "../judge/judged-findings";
import { deriveSession } from "../derive/derive-session";
import type { AnalysedRow } from "./analysed-row";
import { analysedRow, isDerived, wasAnalysed } from "./analysed-row";
import type { SessionAnalysis } from "./analysis";
import { lastTurnOf, refetchesOf, workOut } from "./work-out";
import { columnsOf, rowsOf } from "./registry";
import { textsOf } from "./texts";

const TIMEOUT_MS = 600_000;

export interface AnalyseOptions {
  /** Analyses again although neither the log nor the project's thresholds have changed. */
  readonly rebuild?: boolean;
}

/** By session. A second caller waits for the analysis that is running. */
const underWay = new Map<string, Promise<boolean>>();

/**
 * Computes what follows from a whole session (plans, evidence, findings, figures) and replaces what was
 * stored. Derives the session first when its log is ahead. Later events wait for the next analysis.
 * @param key the session's key in the database
 * @returns false when there is no such session
 */
export function analyseSession(
  db: Database,
  key: string,
  { rebuild = false }: AnalyseOptions = {},
): Promise<boolean> {
  const running = underWay.get(key);
  if (running !== undefined && !rebuild) return running;
  const run = analyse(db, key, rebuild).finally(() => underWay.delete(key));
  underWay.set(key, run);
  return run;
}

async function analyse(db: Database, key: string, rebuild: boolean): Promise<boolean> {
  const row = await derivedRow(db, key);
  if (row === undefined) return false;
  if (row.analysedSeq === row.lastSeq && row.findingsStamp === row.stamp && !rebuild) return true;
  const began = performance.now();
  const analysed = await workOut(db, row);
  await inTransaction(
    db,
    async (tx) => {
      await lockWriter(tx, "analysis", [key]);
      const standing = await standingAnalysis(tx, key);
      // Another process may have stored the analysis of a longer log meanwhile.
      if (standing === undefined || standing.analysedSeq > row.derivedSeq) return;
      await write(tx, row, analysed, { began, clears: wasAnalysed(standing) });
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
  return true;
}

async function derivedRow(db: Database, key: string): Promise<AnalysedRow | undefined> {
  const row = await analysedRow(db, key);
  if (row !== undefined && isDerived(row)) return row;
  if (!(await deriveSession(db, key))) return undefined;
  return analysedRow(db, key);
}

/**
 * Replaces the stored analysis and announces it.
 * @param began by the clock of the process
 * @param clears whether there is a stored analysis
 */
async function write(
  tx: Queryable,
  row: AnalysedRow,
  analysed: SessionAnalysis,
  { began, clears }: { readonly began: number; readonly clears: boolean },
): Promise<void> {
  const statement = new SessionWrite(tx, row.sessionId);
  const filters = await replaceWordFilters(tx, row.sessionId, textsOf(analysed.recording));
  await writeRefetchOutcomes(tx, row.sessionId, refetchesOf(analysed));
  const rows = rowsOf(analysed);
  if (clears) await statement.clear(rows);
  for (const { parts } of rows) await statement.addRows(parts());
  await statement.addRows(filters());
  const lastTurn = lastTurnOf(analysed);
  const written = await statement.end({
    ...columnsOf(analysed),
    analysed_seq: { type: "int", value: row.derivedSeq },
    analysed_turn: { type: "int", value: lastTurn },
    analysed_at: { type: "timestamptz", value: new Date() },
    analysed_ms: { type: "int", value: Math.ceil(performance.now() - began) },
  });
  if (written === null) return;
  await countVerdicts(tx, row.sessionId);
  await writeJudgedFindings(tx, row.sessionId);
  await announce(tx, { ...written, session: row.sessionId, deleted: false, fromTurn: null, lastTurn });
}

type StandingAnalysis = Pick<AnalysedRow, "analysedSeq" | "analysedAt" | "findingsStamp">;

async function standingAnalysis(tx: Queryable, key: string): Promise<StandingAnalysis | undefined> {
  const [row] = await tx.$queryRawUnsafe<StandingAnalysis[]>(
    `${KEEP_PLAN}SELECT analysed_seq AS "analysedSeq", analysed_at AS "analysedAt", findings_stamp AS "findingsStamp"
     FROM session WHERE session_id = $1::uuid`,
    key,
  );
  return row;
}
