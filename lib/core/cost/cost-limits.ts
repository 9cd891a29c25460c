import { z } from "zod";
import type { CostSummary } from "./summary-schema";
import { computeRewrittenShare } from "./sum-account";

/** What a contract or an alert can hold the bill of a session against. */
export interface CostFigures {
  /** The cost of the session's own calls, in their currency; `null` where nothing has a price. */
  readonly total: number | null;
  /** The share of that cost that was paid once more after it had been in the cache, from 0 to 1. */
  readonly rewrittenShare: number | null;
  /** How often the cache was lost; `null` while the session is not analysed. */
  readonly losses: number | null;
}

export const UNKNOWN_COST: CostFigures = { total: null, rewrittenShare: null, losses: null };

/** @param summary `null` while a session is not analysed */
export function measureCost(summary: CostSummary | null): CostFigures {
  if (summary === null) return UNKNOWN_COST;
  return {
    total: summary.currency === null ? null : summary.own,
    rewrittenShare: computeRewrittenShare(summary),
    losses: summary.losses.reduce((sum, { times }) => sum + times, 0),
  };
}

export const shareLimit = z
  .number()
  .min(0)
  .max(1)
  .describe("the share of the cost that was written again after a cache loss, from 0 to 1");

export const costLimitsSchema = z.strictObject({
  total: z.number().min(0).optional().describe("what its own calls may cost, in their currency"),
  rewrittenShare: shareLimit.optional(),
  losses: z.int().min(0).optional().describe("how often the cache may be lost"),
});
