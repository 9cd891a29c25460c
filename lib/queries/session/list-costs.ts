import type { CostResult } from "@/lib/api/schemas/session";
import { usageSchema } from "@/lib/api/schemas/turn";
import type { PricedUsage } from "@/lib/core/pricing/priced-usage";
import { sumCostOfCalls } from "@/lib/core/pricing/cost";
import { NO_USAGE } from "@/lib/core/pricing/priced-usage";
import { RateCard } from "@/lib/core/pricing/rate-card";
import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { PriceTable } from "@/lib/core/models/prices";
import { priceChanges, findPrices } from "@/lib/core/models/prices";
import { groupBy } from "@/lib/core/group-by";
import type { Database } from "@/lib/db/client";
import { projectModels } from "@/lib/db/model-settings";
import type { UsageSum } from "@/lib/db/reads/usage";
import {
  readCalledModels,
  readInsideCalls,
  selectTurnsOfSessions,
  sumUsageBySession,
} from "@/lib/db/reads/usage";

/** The duration is the mean in ms; `null` if no call states one. */
export interface SessionCost {
  readonly costs: CostResult[];
  readonly callMs: number | null;
}

type PricedCall = readonly [PricedUsage, PriceTable];
type PriceLists = ReadonlyMap<string | null, readonly PriceTable[]>;

/** The price lists of the models that are called most often, and of an unknown one, today's list first. */
export function indexPrices(
  models: readonly { readonly model: string | null }[],
  settings: readonly ModelSetting[],
): PriceLists {
  return new Map(
    [null, ...models.map(({ model }) => model)].map((model) => {
      const earlier = priceChanges(model, settings).toReversed();
      const tables = earlier.map((change) => findPrices(model, settings, change - 1));
      return [model, [findPrices(model, settings), ...tables]];
    }),
  );
}

/**
 * Cost and latency of sessions of a project, by their keys, at the project's prices.
 * @param turn the only turn that counts; `null` for all turns
 */
export async function listCosts(
  db: Database,
  project: string,
  sessions: readonly string[],
  turn: number | null = null,
): Promise<ReadonlyMap<string, SessionCost>> {
  if (sessions.length === 0) return new Map();
  const turns = selectTurnsOfSessions(sessions, turn);
  const [settings, models] = await Promise.all([projectModels(db, project), readCalledModels(db, turns)]);
  const prices = indexPrices(models, settings);
  const [rows, inside] = await Promise.all([
    sumUsageBySession(db, turns, prices),
    readInsideCalls(db, turns),
  ]);
  const insideOf = groupBy(inside, ({ session_id }) => session_id);
  return new Map(
    [...groupBy(rows, ({ session_id }) => session_id)].map(([session, own]) => [
      session,
      priceSums(own, prices, priceInside(insideOf.get(session) ?? [], settings)),
    ]),
  );
}

/** Calls inside other calls, each at the prices of its own model on its day. */
export function priceInside(
  rows: Awaited<ReturnType<typeof readInsideCalls>>,
  settings: readonly ModelSetting[],
): PricedCall[] {
  const rates = new RateCard(null, settings);
  return rows.flatMap(({ model, at, tier, inside }) => {
    const usage = { ...NO_USAGE, tier, inside: insideColumn.parse(inside) };
    return rates.listCalls({ model, at: at === null ? null : Number(at), usage }).slice(1);
  });
}

const insideColumn = usageSchema.shape.inside.catch(null);

export function priceSums(
  rows: readonly UsageSum[],
  prices: PriceLists,
  inside: readonly PricedCall[],
): SessionCost {
  const calls = rows.flatMap((row): PricedCall[] => {
    const table = prices.get(row.model)?.[row.era];
    const usage = {
      input: row.input,
      cacheRead: row.cache_read,
      cacheWrite: row.cache_write,
      cacheWriteHour: row.cache_write_hour,
      output: row.output,
      webSearches: row.web_searches,
      tier: row.tier,
      calls: row.calls,
      long: row.long,
      statedCost: row.stated_cost,
      statedCalls: row.stated_calls,
    };
    return table === undefined ? [] : [[usage, table] as const];
  });
  const timed = rows.reduce((sum, row) => sum + row.timed, 0);
  const took = rows.reduce((sum, row) => sum + (row.took ?? 0), 0);
  return {
    costs: sumCostOfCalls([...calls, ...inside]),
    callMs: timed === 0 ? null : Math.round(took / timed),
  };
}
