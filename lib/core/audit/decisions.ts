import type { Evidence, EvidenceEdge } from "../evidence/edge";
import { groupByUse } from "../findings/evidence/uses";

/** Steps, calls and answers that used evidence: how many, and for how many some of it was absent. */
export interface DecisionCounts {
  readonly decisions: number;
  readonly absent: number;
}

/** The decisions of a session. One decision is one use, however many pieces of evidence it needed. */
export function countDecisions({ edges }: Pick<Evidence, "edges">): DecisionCounts {
  const uses = groupByUse(edges.filter(({ executed }) => executed));
  return { decisions: uses.length, absent: uses.filter((use) => use.some(isAbsent)).length };
}

/** Whether evidence was not in the window, nothing led to it from there, and nothing there said again what was used. */
export function isAbsent({ state, residual }: Pick<EvidenceEdge, "state" | "residual">): boolean {
  return state === "dangling" && !residual;
}
