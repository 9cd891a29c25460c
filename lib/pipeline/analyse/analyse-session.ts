import { evidenceInSteps } from "@/lib/core/evidence/evidence-of";
import { fetchedAgain } from "@/lib/core/evidence/fetched-again";
import { pairCalls } from "@/lib/core/window/call-pairs";
import { findAll, findingInput } from "@/lib/core/findings/find";
import type { FindingSettings } from "@/lib/core/findings/rule/settings";
import { findingsStamp } from "@/lib/core/findings/stamp";
import { plansOf } from "@/lib/core/evidence/plan/plans-of";
import { inSlices } from "@/lib/db/slices";
import type { Database, Queryable } from "@/lib/db/client";
import { deriveSession } from "../derive/derive-session";
import { readRecording } from "../derive/read-recording";
import { replaceBlockTexts } from "@/lib/db/derived/block-texts";
import { writeRefetchOutcomes } from "@/lib/db/derived/refetch-outcomes";
import { SessionWrite } from "@/lib/db/derived/session-write";
import { announce } from "@/lib/db/notices";
import type { Session as SessionRow } from "@/lib/db/generated/client";
import type { SessionAnalysis, SessionColumns } from "./analysis";
import { projectModels } from "@/lib/db/model-settings";
import { findingSettings } from "./finding-settings";
import { ANALYSES } from "./registry";
import { textsOf } from "./texts";

const TIMEOUT_MS = 600_000;

export interface AnalyseOptions {
  /** Analyse even if nothing has come since the last time, and the project's thresholds are what they were. */
  readonly rebuild?: boolean;
}

/** Analyses that are under way in this process: who asks for the same one waits for it. */
const underWay = new Map<string, Promise<boolean>>();

/**
 * Works out what follows from a whole session (plans, evidence, findings, figures) and stores it in place of what was stored before. The
 * session is derived first when its log is ahead. What comes in meanwhile is left to the next time.
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
  if (!(await deriveSession(db, key))) return false;
  const row = await db.session.findUnique({ where: { sessionId: key } });
  if (row === null) return false;
  const settings = await findingSettings(db, row.projectId);
  const stamp = findingsStamp(settings, await projectModels(db, row.projectId));
  if (row.analysedSeq === row.lastSeq && row.findingsStamp === stamp && !rebuild) return true;
  const began = performance.now();
  const analysed = await analysedOf(db, row, settings);
  await db.$transaction(
    async (tx) => {
      await tx.$executeRawUnsafe("SELECT pg_advisory_xact_lock(hashtextextended($1, 1))", key);
      if (await isOutdated(tx, key, row)) return;
      await write(tx, row, analysed, began);
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
  return true;
}

/** Stores what an analysis came to in place of what the session has of one, and says so. @param began by the clock of the process */
async function write(
  tx: Queryable,
  row: SessionRow,
  analysed: SessionAnalysis,
  began: number,
): Promise<void> {
  const statement = new SessionWrite(tx, row.sessionId);
  await replaceBlockTexts(tx, row.sessionId, textsOf(analysed.recording));
  const { recording } = analysed;
  await writeRefetchOutcomes(tx, row.sessionId, fetchedAgain(recording, pairCalls(recording.session)));
  const rows = ANALYSES.flatMap((analysis) => analysis.rows(analysed));
  if (wasAnalysed(row)) await statement.clear(rows);
  for (const { parts } of rows) await statement.addRows(parts());
  const columns: SessionColumns = Object.assign(
    {},
    ...ANALYSES.map(({ columns: of }) => of?.(analysed) ?? {}),
  );
  const lastTurn = analysed.recording.session.turns.at(-1)?.index ?? null;
  const written = await statement.end({
    ...columns,
    analysed_seq: { type: "int", value: row.derivedSeq },
    analysed_turn: { type: "int", value: lastTurn },
    analysed_at: { type: "timestamptz", value: new Date() },
    analysed_ms: { type: "int", value: Math.ceil(performance.now() - began) },
  });
  if (written !== null)
    await announce(tx, { ...written, session: row.sessionId, deleted: false, fromTurn: null, lastTurn });
}

/** Whether there may be rows of an analysis. */
function wasAnalysed({ analysedAt, analysedSeq, findingsStamp: stamp }: SessionRow): boolean {
  return analysedAt !== null || analysedSeq > 0 || stamp !== "";
}

async function analysedOf(
  db: Database,
  row: SessionRow,
  settings: FindingSettings,
): Promise<SessionAnalysis> {
  const recording = await readRecording(db, row, { keeps: true });
  const plans = plansOf(recording);
  const evidence = await inSlices(evidenceInSteps(recording, plans));
  const built = { recording, plans, evidence };
  return {
    ...built,
    input: findingInput(built, settings),
    findings: findAll(built, settings),
    stamp: findingsStamp(settings, recording.models),
  };
}

/** Whether another process has stored the analysis of a longer log in the meantime. */
async function isOutdated(tx: Queryable, key: string, { derivedSeq }: SessionRow): Promise<boolean> {
  const [row] = await tx.$queryRawUnsafe<{ analysed_seq: number }[]>(
    "SELECT analysed_seq FROM session WHERE session_id = $1::uuid",
    key,
  );
  return row === undefined || row.analysed_seq > derivedSeq;
}
