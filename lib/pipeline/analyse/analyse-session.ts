import type { Database } from "@/lib/db/client";
import { deriveSession } from "../derive/derive-session";
import type { AnalysedRow } from "@/lib/db/recordings/analysed-row";
import { readAnalysedRow, isDerived } from "@/lib/db/recordings/analysed-row";
import { writeCopies } from "./relate-copies";
import { storeAnalyses } from "./store-analyses";
import { computeAnalysis } from "./work-out";

export interface AnalyseOptions {
  /** Analyses again although neither the log nor the project's thresholds have changed. */
  readonly rebuild?: boolean;
}

/** Analyses that are running, by session. A second caller waits for the one that runs. */
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
  const row = await readDerivedRow(db, key);
  if (row === undefined) return false;
  if (row.analysedSeq === row.lastSeq && row.findingsStamp === row.stamp && !rebuild) return true;
  for (const related of await writeCopies(db, row.projectId, [row]))
    await storeAnalyses(db, [await computeAnalysis(db, related)]);
  return true;
}

async function readDerivedRow(db: Database, key: string): Promise<AnalysedRow | undefined> {
  const row = await readAnalysedRow(db, key);
  if (row !== undefined && isDerived(row)) return row;
  if (!(await deriveSession(db, key))) return undefined;
  return readAnalysedRow(db, key);
}
