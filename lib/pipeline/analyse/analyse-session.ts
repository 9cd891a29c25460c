import { evidenceInSteps } from "@/lib/core/evidence/evidence-of";
import { findAll, findingInput } from "@/lib/core/findings/find";
import type { FindingSettings } from "@/lib/core/findings/rule/settings";
import { findingsStamp } from "@/lib/core/findings/stamp";
import { plansOf } from "@/lib/core/evidence/plan/plans-of";
import type { Database, Queryable } from "@/lib/db/client";
import { deriveSession } from "../derive/derive-session";
import { readRecording } from "../derive/read-recording";
import { announceChange } from "@/lib/db/notices";
import type { Session as SessionRow } from "@/lib/db/generated/client";
import type { SessionAnalysis, SessionColumns } from "./analysis";
import { projectModels } from "@/lib/db/model-settings";
import { findingSettings } from "./finding-settings";
import { inTurns } from "./in-turns";
import { ANALYSES } from "./registry";

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
  const rows = ANALYSES.flatMap((analysis) => analysis.rows(analysed));
  const columns: SessionColumns = Object.assign(
    {},
    ...ANALYSES.map(({ columns: of }) => of?.(analysed) ?? {}),
  );
  await db.$transaction(
    async (tx) => {
      await tx.$executeRawUnsafe("SELECT pg_advisory_xact_lock(hashtextextended($1, 1))", key);
      if (await isOutdated(tx, key, row)) return;
      for (const { replace } of rows) await replace(tx, key);
      await updateSession(tx, key, row.lastSeq, {
        ...columns,
        analysed_turn: { type: "int", value: analysed.recording.session.turns.at(-1)?.index ?? null },
        analysed_at: { type: "timestamptz", value: new Date() },
        analysed_ms: { type: "int", value: Math.ceil(performance.now() - began) },
      });
      await announceChange(tx, key, null);
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
  return true;
}

async function analysedOf(
  db: Database,
  row: SessionRow,
  settings: FindingSettings,
): Promise<SessionAnalysis> {
  const recording = await readRecording(db, row);
  const plans = plansOf(recording);
  const evidence = await inTurns(evidenceInSteps(recording, plans));
  const built = { recording, plans, evidence };
  return {
    ...built,
    input: findingInput(built, settings),
    findings: findAll(built, settings),
    stamp: findingsStamp(settings, recording.models),
  };
}

/** Whether another process has stored the analysis of a longer log in the meantime. */
async function isOutdated(tx: Queryable, key: string, { lastSeq }: SessionRow): Promise<boolean> {
  const [row] = await tx.$queryRawUnsafe<{ analysed_seq: number }[]>(
    "SELECT analysed_seq FROM session WHERE session_id = $1::uuid",
    key,
  );
  return row === undefined || row.analysed_seq > lastSeq;
}

async function updateSession(
  tx: Queryable,
  key: string,
  seq: number,
  columns: SessionColumns,
): Promise<void> {
  const entries = Object.entries(columns);
  const assignments = entries.map(([name, { type }], i) => `, "${name}" = $${i + 3}::${type}`);
  await tx.$executeRawUnsafe(
    `UPDATE session SET analysed_seq = $2${assignments.join("")} WHERE session_id = $1::uuid`,
    key,
    seq,
    ...entries.map(([, { value }]) => value),
  );
}
