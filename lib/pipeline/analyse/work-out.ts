import { evidenceInSteps } from "@/lib/core/evidence/evidence-of";
import { fetchedAgain } from "@/lib/core/evidence/fetched-again";
import { plansOf } from "@/lib/core/evidence/plan/plans-of";
import { findInSteps, findingInput } from "@/lib/core/findings/find";
import { pairCalls } from "@/lib/core/window/call-pairs";
import type { Queryable } from "@/lib/db/client";
import type { RefetchOutcome } from "@/lib/db/derived/refetch-outcomes";
import { inSlices } from "@/lib/db/slices";
import { readRecording } from "../derive/read-recording";
import type { AnalysedRow } from "./analysed-row";
import type { SessionAnalysis } from "./analysis";

/** Plans, evidence, findings. Stores nothing. */
export async function workOut(db: Queryable, row: AnalysedRow): Promise<SessionAnalysis> {
  const { settings, models, stamp } = row;
  const recording = await readRecording(db, row, { keeps: true, models });
  const plans = plansOf(recording);
  const evidence = await inSlices(evidenceInSteps(recording, plans));
  const built = { recording, plans, evidence };
  const findings = await inSlices(findInSteps(built, settings));
  return { ...built, input: findingInput(built, settings), findings, stamp };
}

export function refetchesOf({ recording }: SessionAnalysis): readonly RefetchOutcome[] {
  return fetchedAgain(recording, pairCalls(recording.session));
}

export function lastTurnOf({ recording }: SessionAnalysis): number | null {
  return recording.session.turns.at(-1)?.index ?? null;
}
