import type { Evidence } from "@/lib/core/evidence/edge";
import { deriveEvidenceInSteps } from "@/lib/core/evidence/evidence-of";
import type { Plan, PlanStep } from "@/lib/core/evidence/plan/steps/plan";
import { buildPlansInSteps } from "@/lib/core/evidence/plan/plans-of";
import { findInSteps } from "@/lib/core/findings/find";
import type { Finding } from "@/lib/core/findings/rule/finding";
import type { ProofPlace } from "@/lib/core/findings/rule/finding-facts";
import type { FindingSettings } from "@/lib/core/findings/rule/settings";
import type { InSteps } from "@/lib/core/steps";
import type { Recording } from "@/lib/core/trace/fold/recording";

type PlaceOf = { readonly [Name in keyof ProofPlace]?: ProofPlace[Name] | undefined };

/** A finding as it was worked out, or as it is stored. */
export type IncidentFinding = Omit<Finding, "proof"> & { readonly proof: PlaceOf & Pick<ProofPlace, "view"> };

/** What incidents tell of a plan. */
export interface IncidentPlan extends Pick<Plan, "id" | "title" | "presence"> {
  readonly steps: readonly Pick<
    PlanStep,
    "id" | "text" | "changes" | "addedTurn" | "removedTurn" | "executedTurn"
  >[];
}

/** What incidents tell of a session: what was recorded, and what its analysis found. */
export interface IncidentSource {
  readonly recording: Recording;
  readonly plans: readonly IncidentPlan[];
  readonly evidence: Pick<Evidence, "edges">;
  readonly findings: readonly IncidentFinding[];
}

/** For a session of which no analysis is stored that still holds. */
export function* tellInSteps(recording: Recording, settings?: FindingSettings): InSteps<IncidentSource> {
  const plans = yield* buildPlansInSteps(recording);
  const evidence = yield* deriveEvidenceInSteps(recording, plans);
  const { findings } = yield* findInSteps({ recording, plans, evidence }, settings);
  return { recording, plans, evidence, findings };
}
