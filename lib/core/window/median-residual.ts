import type { Turn } from "../trace/session";
import type { Tokens } from "../units";

/** What a request holds beside the record, as a policy can plan with it: the median of all calls that were measured. */
export function computeMedianResidual(turns: readonly Turn[]): Tokens {
  const residuals = turns.flatMap(({ window }) => window.residual ?? []).sort((a, b) => a - b);
  return residuals[residuals.length >> 1] ?? 0;
}
