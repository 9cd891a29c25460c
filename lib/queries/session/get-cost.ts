import type { z } from "zod";
import type { getCost as route } from "@/lib/api/endpoints/cost";
import { accountSchema } from "@/lib/api/endpoints/cost";
import type { Database } from "@/lib/db/client";
import { publicId } from "@/lib/db/session-id";
import { findAnalysed } from "../reading/find-analysed";
import type { CostBelow } from "./costs-below";
import { costsBelow } from "./costs-below";

type CostAnswer = z.output<(typeof route)["response"]>;

/** The bill of a session: what its analysis stored, and what the sessions below it cost. @throws AppError `not_found` */
export async function getCost(db: Database, project: string, id: string): Promise<CostAnswer> {
  const { row, analysed, analysedTurn } = await findAnalysed(db, project, id);
  const [stored, below] = await Promise.all([
    db.bill.findFirst({ where: { sessionId: row.sessionId, no: 0 } }),
    costsBelow(db, project, row.sessionId),
  ]);
  const account = accountSchema.safeParse(stored?.body).data ?? NOTHING_YET;
  const { own, other, currency, parts, ...rest } = account;
  const childCosts = (below ?? []).map((one) => ({ ...one, cost: costIn(one, currency) }));
  const sum = (isSide: boolean) =>
    childCosts.filter((one) => one.isSide === isSide).reduce((total, { cost }) => total + (cost ?? 0), 0);
  const side = other + sum(true);
  const total = own + sum(true);
  return {
    analysed,
    analysedAsOfTurn: analysedTurn,
    currency,
    total: currency === null ? null : total,
    withChildren: currency === null || below === null ? null : total + sum(false),
    parts: { ...parts, side: { cost: side, read: 0, written: 0, uncached: 0 } },
    children: childCosts.map(({ sessionId, name, isSide, cost }) => ({
      id: publicId(sessionId),
      name,
      role: isSide ? "side" : "subagent",
      cost,
    })),
    ...rest,
  };
}

/** In one currency: sums of two are no sum. */
function costIn({ costs }: CostBelow, currency: string | null): number | null {
  return costs.find((cost) => cost.currency === currency)?.total ?? null;
}

const NO_PART = { cost: 0, read: 0, written: 0, uncached: 0 };

const NOTHING_YET: z.output<typeof accountSchema> = {
  currency: null,
  own: 0,
  parts: { new: NO_PART, carried: NO_PART, rewritten: NO_PART, residual: NO_PART, output: NO_PART },
  other: 0,
  calls: 0,
  callsTotal: 0,
  stated: null,
  points: [],
  breaks: [],
  carried: [],
  byTool: [],
  bySource: [],
  byPhase: [],
  floor: { tokens: null, provenance: "unavailable", atLeast: null, cost: 0, tools: [], servers: [] },
  compactions: [],
  remedies: [],
  rates: [],
};
