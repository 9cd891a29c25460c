import { reportsInSteps } from "@/lib/core/compaction/card";
import { holdBill } from "@/lib/core/cost/analysed-bill";
import { evidenceInSteps } from "@/lib/core/evidence/evidence-of";
import { plansOf } from "@/lib/core/evidence/plan/plans-of";
import { findInSteps, findingInput } from "@/lib/core/findings/find";
import type { Queryable } from "@/lib/db/client";
import { inSlices } from "@/lib/db/slices";
import { readRecording } from "@/lib/db/recordings/read-recording";
import type { AnalysedRow } from "@/lib/db/recordings/analysed-row";
import type { WorkedOut } from "./store-analyses";

/**
 * Plans, evidence, what compactions kept, and findings, but for those of copied turns, which the session has where these count.
 * Stores nothing.
 */
export async function workOut(db: Queryable, row: AnalysedRow): Promise<WorkedOut> {
  const began = performance.now();
  const { settings, models, stamp } = row;
  const { ownFrom } = row.copying;
  const read = await readRecording(db, row, { keeps: true, models });
  const recording = ownFrom === 0 ? read : { ...read, ownFrom };
  const plans = plansOf(recording);
  const evidence = await inSlices(evidenceInSteps(recording, plans));
  const built = { recording, plans, evidence, bill: holdBill({ recording, evidence }) };
  const found = await inSlices(findInSteps(built, settings));
  const findings = { ...found, findings: found.findings.filter(({ to }) => to >= ownFrom) };
  const cards = (await inSlices(reportsInSteps(built))).map(({ card }) => card);
  const analysed = { ...built, input: findingInput(built, settings), findings, cards, stamp };
  return { row, analysed, ms: performance.now() - began };
}
