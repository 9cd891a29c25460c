import type { z } from "zod";
import type { getCost as route } from "@/lib/api/endpoints/cost";
import { accountSchema } from "@/lib/api/endpoints/cost";
import { hasFigures } from "@/lib/core/pending";
import type { Database } from "@/lib/db/client";
import { BILL_ROWS } from "@/lib/db/derived/tables";
import { makePublicId } from "@/lib/db/session-id";
import { findAnalysed } from "../reading/find-analysed";
import type { CostBelow } from "./costs-below";
import { readCostsBelow, listBelow } from "./costs-below";

export type CostAnswer = z.output<(typeof route)["response"]>;

type Bill = z.output<typeof accountSchema>;

/** The bill of a session: what its analysis stored, and what the sessions below it cost. @throws AppError `not_found` */
export async function getCost(db: Database, project: string, id: string): Promise<CostAnswer> {
  const { row, ...state } = await findAnalysed(db, project, id);
  const [stored, below] = await Promise.all([
    db.bill.findFirst({ where: { sessionId: row.sessionId, no: BILL_ROWS.whole } }),
    listBelow(db, project, row.sessionId).then((found) => readCostsBelow(db, project, found)),
  ]);
  return answerCost(state, stored?.body, below);
}

interface AnalysisState {
  readonly isKnown: boolean;
  readonly analysed: boolean;
  readonly analysedTurn: number | null;
  readonly pending: CostAnswer["pending"];
}

/**
 * @param stored the account as an analysis stores it
 * @param below the sessions below it; `null` where some could not be asked
 */
export function answerCost(
  { isKnown, analysed, analysedTurn, pending }: AnalysisState,
  stored: unknown,
  below: readonly CostBelow[] | null,
): CostAnswer {
  const bill = isKnown ? (accountSchema.safeParse(stored).data ?? null) : null;
  const currency = bill?.currency ?? null;
  const childCosts = (below ?? []).map((one) => ({ ...one, cost: findCostIn(one, currency) }));
  const isAllKnown = below !== null && below.every(hasFigures);
  const spent = isAllKnown ? childCosts.reduce((total, { cost }) => total + (cost ?? 0), 0) : null;
  return {
    analysed,
    analysedAsOfTurn: analysedTurn,
    pending,
    ...(bill === null ? NOTHING_KNOWN : buildKnown(bill, spent)),
    children: childCosts.map(({ sessionId, name, isSide, cost }) => ({
      id: makePublicId(sessionId),
      name,
      role: isSide ? "side" : "subagent",
      cost,
    })),
  };
}

type Known = Omit<CostAnswer, "analysed" | "analysedAsOfTurn" | "pending" | "children">;

/** @param spent by side calls and sub-agents; `null` where some could not be asked, or are not derived yet */
function buildKnown(bill: Bill, spent: number | null): Known {
  const { own, other, parts, ...rest } = bill;
  if (bill.currency === null) return buildWithoutPrices(rest);
  return {
    ...rest,
    total: own,
    withChildren: spent === null ? null : own + spent,
    parts: { ...parts, side: { cost: other, read: 0, written: 0, uncached: 0 } },
  };
}

/** What is known without a price: the losses, and the size of the floor. */
function buildWithoutPrices({
  calls,
  callsTotal,
  stated,
  breaks,
  floor,
  rates,
}: Pick<Bill, "calls" | "callsTotal" | "stated" | "breaks" | "floor" | "rates">): Known {
  const hidePrices = <One extends object>(tools: readonly One[]) =>
    tools.map((tool) => ({ ...tool, cost: null }));
  return {
    ...NOTHING_KNOWN,
    ...{ calls, callsTotal, stated, breaks, rates },
    floor: {
      ...floor,
      cost: null,
      rest: null,
      tools: hidePrices(floor.tools),
      servers: hidePrices(floor.servers),
    },
  };
}

/** In one currency: sums of two are no sum. */
function findCostIn({ costs }: CostBelow, currency: string | null): number | null {
  return costs.find((cost) => cost.currency === currency)?.total ?? null;
}

const NOTHING_KNOWN: Known = {
  currency: null,
  total: null,
  withChildren: null,
  parts: null,
  calls: null,
  callsTotal: null,
  stated: null,
  points: null,
  breaks: null,
  carried: null,
  byTool: null,
  byFile: null,
  bySource: null,
  byPhase: null,
  floor: null,
  compactions: null,
  remedies: null,
  rates: [],
};
