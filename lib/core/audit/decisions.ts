import type { Evidence } from "../evidence/edge";
import { makeOnce } from "../once";
import { isDangling } from "../evidence/use-state";
import { groupByUse } from "../findings/evidence/uses";

export interface DecisionCounts {
  readonly decisions: number;
  readonly absent: number;
}

/** One decision is one use, even if it needed several pieces of evidence. */
export const countDecisions = makeOnce(({ edges }: Pick<Evidence, "edges">): DecisionCounts => {
  const uses = groupByUse(edges.filter(({ executed }) => executed));
  return { decisions: uses.length, absent: uses.filter((use) => use.some(isDangling)).length };
});
