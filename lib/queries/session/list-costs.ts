import type { CostResult } from "@/lib/api/schemas/session";
import { costOfCalls } from "@/lib/core/figures/cost";
import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { PriceTable } from "@/lib/core/models/prices";
import { pricesFor } from "@/lib/core/models/prices";
import { groupBy } from "@/lib/core/group-by";
import type { Database } from "@/lib/db/client";
import { projectModels } from "@/lib/db/model-settings";
import type { UsageSum } from "@/lib/db/reads/usage";
import { calledModels, turnsOfSessions, usageBySession } from "@/lib/db/reads/usage";

/** The duration is the mean in ms; `null` if no call states one. */
export interface SessionCost {
  readonly costs: CostResult[];
  readonly callMs: number | null;
}

/** The prices of the models that are called most often, and of an unknown one. */
export function pricesOf(
  models: readonly { readonly model: string | null }[],
  settings: readonly ModelSetting[],
): ReadonlyMap<string | null, PriceTable> {
  return new Map(
    [null, ...models.map(({ model }) => model)].map((model) => [model, pricesFor(model, settings)]),
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
  const turns = turnsOfSessions(sessions, turn);
  const [settings, models] = await Promise.all([projectModels(db, project), calledModels(db, turns)]);
  const prices = pricesOf(models, settings);
  const rows = await usageBySession(db, turns, prices);
  return new Map(
    [...groupBy(rows, ({ session_id }) => session_id)].map(([session, own]) => [
      session,
      costOfSums(own, prices),
    ]),
  );
}

export function costOfSums(
  rows: readonly UsageSum[],
  prices: ReadonlyMap<string | null, PriceTable>,
): SessionCost {
  const calls = rows.flatMap((row) => {
    const table = prices.get(row.model);
    const usage = {
      input: row.input,
      cacheRead: row.cache_read,
      cacheWrite: row.cache_write,
      output: row.output,
      calls: row.calls,
      long: row.long,
    };
    return table === undefined ? [] : [[usage, table] as const];
  });
  const timed = rows.reduce((sum, row) => sum + row.timed, 0);
  const took = rows.reduce((sum, row) => sum + (row.took ?? 0), 0);
  return { costs: costOfCalls(calls), callMs: timed === 0 ? null : Math.round(took / timed) };
}
