import type { CostResult } from "@/lib/api/schemas/session";
import { costOfCalls } from "@/lib/core/figures/cost";
import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { PriceTable } from "@/lib/core/models/prices";
import { pricesFor } from "@/lib/core/models/prices";
import { groupBy } from "@/lib/core/group-by";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { projectModels } from "@/lib/db/model-settings";

/** The duration is the mean in ms; `null` if no call states one. */
export interface SessionCost {
  readonly costs: CostResult[];
  readonly callMs: number | null;
}

export interface UsageSum {
  readonly model: string | null;
  readonly long: boolean;
  readonly calls: number;
  readonly input: number | null;
  readonly cache_read: number | null;
  readonly cache_write: number | null;
  readonly output: number | null;
  readonly took: number | null;
  readonly timed: number;
}

type UsageRow = UsageSum & { readonly session_id: string };

/** The model of a turn `t`: the one that it names, else the one of its session `s`. */
export const CALLED_MODEL = "coalesce(t.model, s.model)";
const MODEL = Prisma.raw(CALLED_MODEL);

/** Models whose calls are counted by model: those called most often. All others count as an unknown one. */
export const MODELS_MAX = 500;

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
 * The columns of a {@link UsageSum}, over turns `t` of sessions `s`. The prices are no rows to join with: with an outer
 * join a cluster would ask every node, also for one session.
 */
export function usageSums(prices: ReadonlyMap<string | null, PriceTable>): Prisma.Sql {
  const stepped = [...prices].filter(([model, { longAbove }]) => model !== null && longAbove !== null);
  const [names, above] = [stepped.map(([model]) => model), stepped.map(([, { longAbove }]) => longAbove)];
  const listed = [...prices.keys()].filter((model) => model !== null);
  return Prisma.sql`CASE WHEN ${MODEL} = ANY(${listed}::text[]) THEN ${MODEL} END AS model,
    coalesce(t.input > (${above}::int[])[array_position(${names}::text[], ${MODEL})], false) AS long,
    count(*)::int AS calls, sum(t.input)::float8 AS input, sum(t.cache_read)::float8 AS cache_read,
    sum(t.cache_write)::float8 AS cache_write, sum(t.output)::float8 AS output,
    sum(t.ended_at - t.at)::float8 AS took, count(t.ended_at - t.at)::int AS timed`;
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
  const [settings, models] = await Promise.all([
    projectModels(db, project),
    db.$queryRawUnsafe<{ model: string | null }[]>(
      `SELECT ${CALLED_MODEL} AS model FROM turn t JOIN session s USING (session_id)
       WHERE session_id = ANY($1::uuid[]) AND ($2::int IS NULL OR t.turn = $2)
       GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MODELS_MAX}`,
      sessions,
      turn,
    ),
  ]);
  const prices = pricesOf(models, settings);
  const rows = await db.$queryRaw<UsageRow[]>`
    SELECT t.session_id, ${usageSums(prices)} FROM turn t JOIN session s USING (session_id)
    WHERE t.session_id = ANY(${sessions}::uuid[]) AND (${turn}::int IS NULL OR t.turn = ${turn})
    GROUP BY 1, 2, 3, t.input IS NULL ORDER BY 1, 2, 3, t.input IS NULL`;
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
