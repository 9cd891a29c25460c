import { groupBy } from "../group-by";
import type { Account } from "./account";
import type { BreakCause } from "./break-causes";
import type { CostSummary } from "./summary-schema";

const TOOLS_MAX = 24;

/** The figures of a bill that lists, weeks, audits, alerts and gates need. */
export function sumAccount(account: Account): CostSummary {
  const { currency, own, parts, other, calls, callsTotal, breaks, floor, remedies, byTool } = account;
  return {
    currency,
    own,
    parts: {
      new: parts.new.cost,
      carried: parts.carried.cost,
      rewritten: parts.rewritten.cost,
      residual: parts.residual.cost,
      output: parts.output.cost,
      other,
    },
    calls,
    callsTotal,
    losses: [...groupBy(breaks, ({ cause }) => cause)].map(([cause, ofCause]) => ({
      cause,
      times: ofCause.length,
      cost: sumKnown(ofCause.map(({ cost }) => cost)),
    })),
    floorTokens: floor.tokens,
    floorCost: floor.cost,
    avoidable: Math.max(0, remedies[0]?.saves ?? 0),
    remedy: remedies[0]?.title ?? null,
    risk: remedies[0]?.risk ?? null,
    tools: byTool.slice(0, TOOLS_MAX).map(({ name, calls: ownCalls, cost, costAfterLastUse }) => ({
      name,
      calls: ownCalls,
      cost,
      costAfterLastUse,
    })),
  };
}

/** The sum of the known values; `null` where none is known. */
function sumKnown(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
}

/** Of what its calls cost, the part that was paid once more after it had been in the cache; `null` where nothing has a price. */
export function computeRewrittenShare({ currency, own, parts }: CostSummary): number | null {
  return currency === null || own <= 0 ? null : parts.rewritten / own;
}

/** What a bill was paid for: the parts that add up to it. */
export function listPaidFor({ parts }: CostSummary): [part: keyof CostSummary["parts"], cost: number][] {
  return (Object.keys(parts) as (keyof CostSummary["parts"])[]).map((part) => [part, parts[part]]);
}

/** What was paid again after losses of the cache, by their cause. */
export function listLossCosts({ losses }: CostSummary): [cause: BreakCause, cost: number][] {
  return losses.map(({ cause, cost }) => [cause, cost ?? 0]);
}
