import { findFetches } from "@/lib/core/evidence/fetched-again";
import { pairCalls } from "@/lib/core/window/call-pairs";
import type { Database, Queryable } from "@/lib/db/client";
import { FETCH_OUTCOME } from "@/lib/db/derived/codes";
import { SessionsWrite } from "@/lib/db/derived/sessions-write";
import type { RowsOfSession, SessionColumn } from "@/lib/db/derived/sessions-write";
import type { TableRows } from "@/lib/db/derived/table";
import { insertTables, newVersion, tellWritten } from "@/lib/db/derived/write";
import { countVerdicts, readSessionsWithVerdicts } from "@/lib/db/derived/verdicts";
import type { WantedFilters } from "@/lib/db/derived/word-filters";
import { prepareWordFilters, replaceWordFilters } from "@/lib/db/derived/word-filters";
import { runInTransaction } from "@/lib/db/direct-statements";
import { runEachInSlices, runInSlices } from "@/lib/db/slices";
import { lockWriter } from "@/lib/db/writer-locks";
import { writeJudgedFindings } from "@/lib/judge/judged-findings";
import type { AnalysedRow } from "@/lib/db/recordings/analysed-row";
import { readStandingAnalyses, wasAnalysed } from "@/lib/db/recordings/analysed-row";
import type { SessionAnalysis } from "./analysis";
import { buildStoredInSteps, type StoredAnalysis } from "./rows";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { readFullText } from "@/lib/core/trace/fold/recording";
import type { SearchedText } from "@/lib/db/derived/word-filters";

/** What was worked out of a session as it was in its row. */
export interface WorkedOut {
  readonly row: AnalysedRow;
  readonly analysed: SessionAnalysis;
  /** How long that took. */
  readonly ms: number;
}

const TIMEOUT_MS = 600_000;

/**
 * Replaces what is stored of sessions by analyses, all or none, and announces them. Passes over a session that was deleted, and
 * one of which another process has stored the analysis of a longer log, or found out meanwhile what is copied.
 * @param worked on a cluster one
 * @returns the keys of the sessions that were written
 */
export async function storeAnalyses(
  db: Database,
  worked: readonly WorkedOut[],
): Promise<ReadonlySet<string>> {
  const inOrder = worked.toSorted((a, b) => (a.row.sessionId < b.row.sessionId ? -1 : 1));
  if (inOrder.length === 0) return new Set();
  const keys = inOrder.map(({ row }) => row.sessionId);
  const prepared: Prepared[] = [];
  for (const analysis of inOrder) prepared.push(await prepare(db, analysis));
  return runInTransaction(
    db,
    async (tx) => {
      await lockWriter(tx, "analysis", keys);
      const standingAnalyses = new Map(
        (await readStandingAnalyses(tx, keys)).map((row) => [row.sessionId, row]),
      );
      const toWrite = prepared.filter(({ row }) => {
        const now = standingAnalyses.get(row.sessionId);
        return (
          now?.receivedAt.getTime() === row.receivedAt.getTime() &&
          now.analysedSeq <= row.derivedSeq &&
          now.ownFrom === row.copying.ownFrom
        );
      });
      const again = toWrite.flatMap(({ row: { sessionId } }) => {
        const now = standingAnalyses.get(sessionId);
        return now !== undefined && wasAnalysed(now) ? [sessionId] : [];
      });
      await write(tx, toWrite, new Set(again));
      return new Set(toWrite.map(({ row }) => row.sessionId));
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
}

/** Everything that is written of an analysis and does not depend on what is stored: nothing is computed while the lock is held. */
interface Prepared extends WorkedOut, StoredAnalysis {
  readonly session: string;
  readonly refetched: readonly { readonly block: number; readonly turn: number; readonly outcome: number }[];
  readonly filters: WantedFilters;
}

async function prepare(db: Database, analysis: WorkedOut): Promise<Prepared> {
  const { row, analysed } = analysis;
  const { recording } = analysed;
  const stored = await runInSlices(buildStoredInSteps(analysed));
  const refetched: Prepared["refetched"][number][] = [];
  await runEachInSlices(
    findFetches(recording, pairCalls(recording.session)),
    ({ block, turn, outcome }) => void refetched.push({ block, turn, outcome: FETCH_OUTCOME.of(outcome) }),
  );
  const filters = await prepareWordFilters(db, row.sessionId, listTexts(recording), !wasAnalysed(row));
  return { ...analysis, ...stored, session: row.sessionId, refetched, filters };
}

/** @param again those of which an analysis is stored */
async function write(tx: Queryable, worked: readonly Prepared[], again: ReadonlySet<string>): Promise<void> {
  if (worked.length === 0) return;
  const keys = worked.map(({ session }) => session);
  const statement = new SessionsWrite(tx, keys);
  const tables: (TableRows & RowsOfSession)[] = [];
  const filters: typeof tables = [];
  for (const { session, rows, filters: wantedFilters } of worked) {
    for (const table of rows) tables.push({ ...table, session });
    filters.push({ ...(await replaceWordFilters(tx, session, wantedFilters)), session });
  }
  if (again.size > 0) await statement.clear([...new Set(tables.map(({ of }) => of))]);
  addRefetchOutcomes(statement, worked);
  await insertTables(statement, [...tables, ...filters], false);
  const writtenKeys = await statement.end(listAnalysedColumns(worked), worked);
  for (const key of await readSessionsWithVerdicts(tx, keys)) await countVerdicts(tx, key);
  for (const key of again) await writeJudgedFindings(tx, key);
  const lastTurns = new Map(worked.map(({ session, analysed }) => [session, getLastTurn(analysed)]));
  await tellWritten(tx, writtenKeys, (session) => ({
    fromTurn: null,
    lastTurn: lastTurns.get(session) ?? null,
  }));
}

/** What the session's own row gets. */
function listAnalysedColumns([analysis]: readonly StoredAnalysis[]): SessionColumn<
  WorkedOut & StoredAnalysis
>[] {
  return [
    ...Object.entries(analysis?.columns ?? {}).map(([name, { type }]) => ({
      name,
      type,
      of: ({ columns }: StoredAnalysis) => columns[name]?.value,
    })),
    { name: "analysed_seq", type: "int", of: ({ row }) => row.derivedSeq },
    { name: "analysed_turn", type: "int", of: ({ analysed }) => getLastTurn(analysed) },
    { name: "analysed_at", type: "timestamptz", of: () => new Date() },
    { name: "analysis_refused", type: "text", of: () => null },
    { name: "refused_stamp", type: "text", of: () => "" },
    { name: "analysed_ms", type: "int", of: ({ ms }) => Math.ceil(ms) },
    newVersion(),
  ];
}

/** Writes what became of fetches beside the evictions after which a block was fetched again. */
function addRefetchOutcomes(statement: SessionsWrite, worked: readonly Prepared[]): void {
  const rows = worked.map(({ session, refetched }) => ({ session, rows: refetched }));
  statement.change(
    "residency",
    (r) => `UPDATE ${r} SET refetch_outcome = t.outcome FROM`,
    { block: "int", turn: "int", outcome: "smallint" },
    rows,
    "r.block = t.block AND r.refetched_turn = t.turn AND r.refetch_outcome IS DISTINCT FROM t.outcome",
  );
}

function getLastTurn({ recording }: SessionAnalysis): number | null {
  return recording.session.turns.at(-1)?.index ?? null;
}

/** Every text of a session, by which the list of sessions is searched. */
function listTexts(recording: Recording): SearchedText[] {
  return recording.session.blocks.flatMap((block, no) => {
    const version = block.versions[block.full];
    const hash = version?.hash ?? version?.text ?? null;
    if (hash === null) return [];
    return [{ no, hash, chars: version?.chars ?? 0, text: () => readFullText(recording, block) }];
  });
}
