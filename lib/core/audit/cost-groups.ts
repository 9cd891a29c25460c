import type { BreakCause } from "../cost/break-causes";
import { listLossCosts } from "../cost/sum-account";
import type { CostSummary } from "../cost/summary-schema";
import { groupBy } from "../group-by";
import { parseProgram } from "../program-name";
import type { ClusteredShare } from "./clustered-share";
import { shareOfSessions, Z } from "./clustered-share";

export interface AuditedBill {
  readonly agent: string | null;
  readonly model: string | null;
  readonly summary: CostSummary;
}

/** `low` and `high` are the 95 % interval of the mean; `null` of one session. */
export interface SessionMean {
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface SessionCostGroup {
  readonly name: string | null;
  /** The version of a program; `null` where its name has none, and for everything else. */
  readonly version: string | null;
  readonly currency: string;
  /** Sessions that have something of the group. */
  readonly sessions: number;
  /** Losses of a cause, calls of a tool, priced calls of a program or model. */
  readonly times: number;
  readonly cost: number;
  /** The share of the cost of all sessions in the currency. */
  readonly share: ClusteredShare;
  readonly perSession: SessionMean;
  /** The share of the group's cost that was paid again after losses of the cache; `null` for causes and tools. */
  readonly lost: ClusteredShare | null;
}

export interface SessionCostGroups {
  readonly causes: readonly (SessionCostGroup & { readonly name: BreakCause })[];
  readonly programs: readonly SessionCostGroup[];
  readonly models: readonly SessionCostGroup[];
  readonly tools: readonly SessionCostGroup[];
}

/** What one session has of a group. */
interface Part extends Pick<SessionCostGroup, "version" | "times" | "cost"> {
  readonly name: string | null;
  readonly bill: AuditedBill;
}

/**
 * What sessions cost, by why the cache was lost, by program and version, by model and by tool; the dearest first. Sums of two
 * currencies are no sum, so each has groups of its own. Sessions without a price count nowhere.
 */
export function groupCosts(bills: readonly AuditedBill[]): SessionCostGroups {
  const priced = [...groupBy(bills, ({ summary }) => summary.currency)].flatMap(([currency, group]) =>
    currency === null ? [] : [{ currency, own: group }],
  );
  const over = (listParts: (bill: AuditedBill) => readonly Part[], hasLost: boolean): SessionCostGroup[] =>
    priced
      .flatMap(({ currency, own }) => groupParts(currency, own, own.flatMap(listParts), hasLost))
      .sort((a, b) => b.cost - a.cost);
  return {
    causes: over(listCauses, false) as (SessionCostGroup & { name: BreakCause })[],
    programs: over((bill) => [{ ...wholeOf(bill), ...nameProgram(bill) }], true),
    models: over((bill) => [{ ...wholeOf(bill), name: bill.model, version: null }], true),
    tools: over(listTools, false),
  };
}

function groupParts(
  currency: string,
  bills: readonly AuditedBill[],
  parts: readonly Part[],
  hasLost: boolean,
): SessionCostGroup[] {
  return [...groupBy(parts, ({ name, version }) => JSON.stringify([name, version])).values()].flatMap(
    (group): SessionCostGroup[] => {
      const [first] = group;
      if (first === undefined) return [];
      const costs = new Map(group.map(({ bill, cost }) => [bill, cost]));
      return [
        {
          name: first.name,
          version: first.version,
          currency,
          sessions: group.length,
          times: group.reduce((sum, { times }) => sum + times, 0),
          cost: group.reduce((sum, { cost }) => sum + cost, 0),
          share: shareOfSessions(bills.map((bill) => ({ hits: costs.get(bill) ?? 0, n: bill.summary.own }))),
          perSession: meanOf(group.map(({ cost }) => cost)),
          lost: hasLost
            ? shareOfSessions(group.map(({ bill, cost }) => ({ hits: sumLosses(bill), n: cost })))
            : null,
        },
      ];
    },
  );
}

function wholeOf(bill: AuditedBill): Pick<Part, "bill" | "times" | "cost"> {
  return { bill, times: bill.summary.calls, cost: bill.summary.own };
}

function nameProgram({ agent }: AuditedBill): Pick<Part, "name" | "version"> {
  const { program, version } = parseProgram(agent);
  return { name: program, version };
}

function listCauses(bill: AuditedBill): Part[] {
  const times = new Map(bill.summary.losses.map((loss) => [loss.cause, loss.times]));
  return listLossCosts(bill.summary).map(([name, cost]) => ({
    bill,
    ...{ name, version: null, times: times.get(name) ?? 0, cost },
  }));
}

function listTools(bill: AuditedBill): Part[] {
  return bill.summary.tools.map(({ name, calls, cost }) => ({
    bill,
    ...{ name, version: null, times: calls, cost },
  }));
}

function sumLosses({ summary }: AuditedBill): number {
  return listLossCosts(summary).reduce((sum, [, cost]) => sum + cost, 0);
}

function meanOf(values: readonly number[]): SessionMean {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n < 2) return { mean, low: null, high: null };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const reach = Z * Math.sqrt(squares / (n - 1) / n);
  return { mean, low: Math.max(0, mean - reach), high: mean + reach };
}
