import type { Evidence, EvidenceEdge } from "../evidence/edge";
import { groupByUse } from "../findings/evidence/uses";

export interface DecisionCounts {
  readonly decisions: number;
  readonly absent: number;
}

/** One decision is one use, even if it needed several pieces of evidence. */
export function countDecisions({ edges }: Pick<Evidence, "edges">): DecisionCounts {
  const uses = groupByUse(edges.filter(({ executed }) => executed));
  return { decisions: uses.length, absent: uses.filter((use) => use.some(isAbsent)).length };
}

/**
 * True if the evidence was not in the window, no reference in the window led to it, and nothing there repeated the used
 * value.
 */
export function isAbsent({ state, residual }: Pick<EvidenceEdge, "state" | "residual">): boolean {
  return state === "dangling" && !residual;
}
