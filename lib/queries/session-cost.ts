import type { CostResult } from "@/lib/api/schemas";
import { pricesFor } from "@/lib/replay/prices";
import type { Database } from "@/lib/db/client";
import { projectModels } from "@/lib/db/model-settings";
import type { PricedUsage } from "./cost-of-calls";
import { costOfCalls } from "./cost-of-calls";

interface UsageRow {
  readonly model: string | null;
  readonly calls: number;
  readonly input: number | null;
  readonly cache_read: number | null;
  readonly cache_write: number | null;
  readonly output: number | null;
}

/** What the calls of a session, or of one turn of it, cost at the prices that its project has for their models. */
export async function sessionCost(
  db: Database,
  project: string,
  session: string,
  turn: number | null = null,
): Promise<CostResult[]> {
  const [settings, models] = await Promise.all([
    projectModels(db, project),
    db.$queryRawUnsafe<{ model: string | null }[]>(
      "SELECT DISTINCT model FROM turn WHERE session_id = $1::uuid AND ($2::int IS NULL OR turn = $2)",
      session,
      turn,
    ),
  ]);
  const calls = await Promise.all(
    models.map(async ({ model }) => {
      const prices = pricesFor(model, settings);
      const usages = await readUsage(db, session, turn, model, prices.longAbove);
      return usages.map((usage) => [usage, prices] as const);
    }),
  );
  return costOfCalls(calls.flat());
}

async function readUsage(
  db: Database,
  session: string,
  turn: number | null,
  model: string | null,
  longAbove: number | null,
): Promise<PricedUsage[]> {
  const rows = await db.$queryRawUnsafe<(UsageRow & { long: boolean })[]>(
    `SELECT coalesce(input > $4::int, false) AS long, count(*)::int AS calls, sum(input)::float8 AS input,
       sum(cache_read)::float8 AS cache_read, sum(cache_write)::float8 AS cache_write, sum(output)::float8 AS output
     FROM turn
     WHERE session_id = $1::uuid AND ($2::int IS NULL OR turn = $2) AND model IS NOT DISTINCT FROM $3::text
     GROUP BY 1, input IS NULL`,
    session,
    turn,
    model,
    longAbove,
  );
  return rows.map(({ calls, input, cache_read, cache_write, output, long }) => ({
    input,
    cacheRead: cache_read,
    cacheWrite: cache_write,
    output,
    calls,
    long,
  }));
}
