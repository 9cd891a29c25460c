import type { z } from "zod";
import type { getTrend as route } from "@/lib/api/endpoints/trends";
import {
  TREND_LENGTHS,
  TREND_PARTS_MAX,
  TREND_PRICED_MAX,
  TREND_PRICED_TURNS_MAX,
  TREND_SESSIONS_MAX,
} from "@/lib/api/endpoints/trends";
import type { CostSummary } from "@/lib/core/cost/summary-schema";
import type { BILL_TRENDS, CAUSE_TRENDS, TrendFigure, TrendPoint } from "@/lib/core/figures/trend";
import {
  isOfBill,
  trendName,
  computeTrend,
  computeTrendByCause,
  listTrendSteps,
} from "@/lib/core/figures/trend";
import { listLossCosts, listPaidFor } from "@/lib/core/cost/sum-account";
import type { CopiedCount } from "@/lib/core/figures/copied-counts";
import { groupBy } from "@/lib/core/group-by";
import type { Database } from "@/lib/db/client";
import { exampleKeys } from "@/lib/db/reads/demos";
import { readCostSummaries } from "../reading/cost-summaries";
import { countsColumn } from "../reading/session-view";
import { listCosts } from "../session/list-costs";

export type TrendQuery = z.output<(typeof route)["query"]>;
export type Trend = z.output<(typeof route)["response"]>;

const COLUMNS = {
  serious: true,
  dangling: true,
  peakWindow: true,
  evictions: true,
  repeatedCalls: true,
  decisionsAbsent: true,
  compactions: true,
  evictedTokens: true,
  toolCalls: true,
  turns: true,
  endedAt: true,
  copiedTurns: true,
  copiedCounts: true,
} as const;

/** Trends of several figures, from one read of the sessions' rows. */
export async function getTrends(
  db: Database,
  project: string,
  figures: readonly TrendFigure[],
  { per, split, now }: Pick<TrendQuery, "per" | "split"> & { readonly now: number },
): Promise<Trend[]> {
  const { points, currency, steps, total, covered } = await readPoints(db, project, {
    per,
    split,
    now,
    costs: figures.includes("cost"),
    bills: split === "cause" || figures.some(isOfBill),
  });
  const isByCause = split === "cause";
  const parts = split === undefined || isByCause ? [] : [...groupBy(points, ({ part }) => part)];
  const listedParts = parts.toSorted(([, a], [, b]) => b.length - a.length).slice(0, TREND_PARTS_MAX);
  return figures.map((figure) => ({
    steps: steps.map((start) => new Date(start).toISOString()),
    total: computeTrend(points, figure, steps, per),
    parts: isByCause
      ? computeTrendByCause(points, figure, steps, per)
      : listedParts.map(([value, stepsOfPart]) => ({
          value,
          steps: computeTrend(stepsOfPart, figure, steps, per),
        })),
    otherParts: parts.length - listedParts.length,
    currency: trendName(figure).unit === "money" ? currency : null,
    sample: { sessions: covered(figure), isWhole: covered(figure) === total },
  }));
}

interface Reading extends Pick<TrendQuery, "per" | "split"> {
  readonly now: number;
  readonly costs: boolean;
  readonly bills: boolean;
}

async function readPoints(db: Database, project: string, { per, split, now, costs, bills }: Reading) {
  const of = { projectId: project, role: "main", sessionId: { notIn: await exampleKeys(db, project) } };
  const newest = await db.session.findFirst({
    where: { ...of, startedAt: { lte: BigInt(now) } },
    orderBy: [{ startedAt: "desc" }, { sessionId: "asc" }],
    select: { startedAt: true },
  });
  const steps = listTrendSteps(Number(newest?.startedAt ?? now), per, TREND_LENGTHS[per]);
  const rows = await db.session.findMany({
    where: { ...of, startedAt: { gte: BigInt(steps[0] ?? 0), lte: BigInt(now) } },
    orderBy: [{ startedAt: "desc" }, { sessionId: "asc" }],
    take: TREND_SESSIONS_MAX + 1,
    select: { sessionId: true, startedAt: true, ...COLUMNS, agent: true, model: true, policy: true },
  });
  const countedRows = rows
    .slice(0, TREND_SESSIONS_MAX)
    .filter(({ turns, copiedTurns }) => copiedTurns === 0 || copiedTurns < turns)
    .map(subtractCopies);
  const newestRows = listPriced(countedRows);
  const priced = costs ? newestRows : [];
  const prices = await listCosts(db, project, priced);
  const billed = bills ? await readCostSummaries(db, newestRows) : new Map<string, CostSummary>();
  const currency = pickCommonest([
    ...[...prices.values()].flatMap((price) => price.costs.map((cost) => cost.currency)),
    ...[...billed.values()].flatMap((bill) => bill.currency ?? []),
  ]);
  const points = countedRows.map((row): TrendPoint => {
    const at = Number(row.startedAt);
    return {
      at,
      part: split === undefined || split === "cause" ? null : row[split],
      values: {
        ...row,
        tokensEvicted: row.evictions === 0 ? 0 : row.evictedTokens,
        duration: row.endedAt === null ? null : Number(row.endedAt) - at,
        cost: prices.get(row.sessionId)?.costs.find((cost) => cost.currency === currency)?.total ?? null,
        ...computeBillFigures(billed.get(row.sessionId), currency),
      },
      causes: sumCauses(billed.get(row.sessionId), currency),
    };
  });
  const covered = (figure: TrendFigure) =>
    figure === "cost" || isOfBill(figure) ? newestRows.length : countedRows.length;
  return { points, currency, steps, total: rows.length, covered };
}

/** What the bill of a session says; nothing before it is worked out, and no money in another currency. */
function computeBillFigures(
  bill: CostSummary | undefined,
  currency: string | null,
): Readonly<Record<(typeof BILL_TRENDS)[number], number | null>> {
  const priced = bill === undefined || bill.currency !== currency ? null : bill.parts;
  return {
    costCarried: priced?.carried ?? null,
    costRewritten: priced?.rewritten ?? null,
    cacheLosses: bill?.losses.reduce((sum, { times }) => sum + times, 0) ?? null,
    windowFloor: bill?.floorTokens ?? null,
    costLost:
      priced === null || bill === undefined
        ? null
        : listLossCosts(bill).reduce((sum, [, cost]) => sum + cost, 0),
  };
}

/** The same figures by cause. */
function sumCauses(
  bill: CostSummary | undefined,
  currency: string | null,
): Readonly<Partial<Record<(typeof CAUSE_TRENDS)[number], ReadonlyMap<string, number>>>> {
  if (bill === undefined) return {};
  const cacheLosses = new Map<string, number>(bill.losses.map(({ cause, times }) => [cause, times]));
  return bill.currency === null || bill.currency !== currency
    ? { cacheLosses }
    : { cacheLosses, cost: new Map(listPaidFor(bill)), costLost: new Map(listLossCosts(bill)) };
}

const COUNTED = [
  "dangling",
  "evictions",
  "repeatedCalls",
  "decisionsAbsent",
  "compactions",
  "evictedTokens",
  "toolCalls",
  "turns",
] as const satisfies readonly CopiedCount[];

/** Copied turns count in the session that they are copied from. */
function subtractCopies<Row extends Readonly<Record<(typeof COUNTED)[number], number | null>>>(
  row: Row & { readonly copiedCounts: unknown },
): Row {
  const copied = countsColumn.parse(row.copiedCounts);
  const ownCounts = COUNTED.map((count) => {
    const value = row[count];
    return [count, value === null ? null : value - (copied[count] ?? 0)];
  });
  return { ...row, ...(Object.fromEntries(ownCounts) as Partial<Row>) };
}

/** The newest sessions whose calls are priced, by their keys. */
function listPriced(sessions: readonly { readonly sessionId: string; readonly turns: number }[]): string[] {
  let turns = 0;
  const bounded = sessions.slice(0, TREND_PRICED_MAX);
  const end = bounded.findIndex((session) => (turns += session.turns) > TREND_PRICED_TURNS_MAX);
  return bounded.slice(0, end === -1 ? bounded.length : Math.max(1, end)).map(({ sessionId }) => sessionId);
}

function pickCommonest(values: readonly string[]): string | null {
  const [first] = [...groupBy(values, (value) => value)].toSorted(([, a], [, b]) => b.length - a.length);
  return first?.[0] ?? null;
}

export async function getTrend(db: Database, project: string, query: TrendQuery): Promise<Trend> {
  const [trend] = await getTrends(db, project, [query.figure], { ...query, now: Date.now() });
  if (trend === undefined) throw new Error("a figure has a trend");
  return trend;
}
