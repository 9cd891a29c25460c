import { buildReportsInSteps } from "@/lib/core/compaction/card";
import { holdBill } from "@/lib/core/cost/analysed-bill";
import { deriveEvidenceInSteps } from "@/lib/core/evidence/evidence-of";
import { buildPlansInSteps } from "@/lib/core/evidence/plan/plans-of";
import { findInSteps, makeFindingInput } from "@/lib/core/findings/find";
import type { FindingSettings } from "@/lib/core/findings/rule/settings";
import type { InSteps } from "@/lib/core/steps";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Queryable } from "@/lib/db/client";
import { runInSlices } from "@/lib/db/slices";
import { readRecording } from "@/lib/db/recordings/read-recording";
import type { AnalysedRow } from "@/lib/db/recordings/analysed-row";
import type { SessionAnalysis } from "./analysis";
import type { WorkedOut } from "./store-analyses";

/**
 * Plans, evidence, what compactions kept, and findings, but for those of copied turns, which the session has where these count.
 * Stores nothing.
 */
export async function computeAnalysis(db: Queryable, row: AnalysedRow): Promise<WorkedOut> {
  const began = performance.now();
  const { settings, models, stamp } = row;
  const { ownFrom } = row.copying;
  const readRow = await readRecording(db, row, { keeps: true, models });
  const recording = ownFrom === 0 ? readRow : { ...readRow, ownFrom };
  const analysed = { ...(await runInSlices(computeAnalysisInSteps(recording, settings))), stamp };
  return { row, analysed, ms: performance.now() - began };
}

/** Pauses after each small piece of work. What is found in turns that were copied is left out. */
export function* computeAnalysisInSteps(
  recording: Recording,
  settings: FindingSettings,
): InSteps<Omit<SessionAnalysis, "stamp">> {
  const plans = yield* buildPlansInSteps(recording);
  const evidence = yield* deriveEvidenceInSteps(recording, plans);
  const built = { recording, plans, evidence, bill: holdBill({ recording, evidence }) };
  const found = yield* findInSteps(built, settings);
  const findings = { ...found, findings: found.findings.filter(({ to }) => to >= (recording.ownFrom ?? 0)) };
  const cards = (yield* buildReportsInSteps(built)).map(({ card }) => card);
  yield;
  return { ...built, input: makeFindingInput(built, settings), findings, cards };
}
