import type { PriceTable } from "@/lib/core/models/prices";
import type { Database } from "../client";
import { Prisma } from "../generated/client";
import type { SampledSessions } from "./audit";

/** Calls of one model, or of all that are not counted by model, and the tokens and the ms that they took. */
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

/** The model of a turn `t`: the one that it names, else the one of its session `s`. */
const MODEL = Prisma.sql`coalesce(t.model, s.model)`;

/** Models whose calls are counted by model: those called most often. All others count as an unknown one. */
export const MODELS_MAX = 500;

/** Turns `t` of sessions `s`, as the end of a statement. */
type CountedTurns = Prisma.Sql;

/** @param turn the only turn that counts; `null` for all turns */
export function turnsOfSessions(sessions: readonly string[], turn: number | null): CountedTurns {
  return Prisma.sql`FROM turn t JOIN session s USING (session_id)
    WHERE t.session_id = ANY(${sessions}::uuid[]) AND (${turn}::int IS NULL OR t.turn = ${turn})`;
}

export function turnsOfSample(sample: SampledSessions): CountedTurns {
  return Prisma.sql`FROM turn t JOIN session s USING (session_id)
    JOIN ${sample} AS sample USING (session_id)`;
}

export function calledModels(
  db: Database,
  turns: CountedTurns,
): Promise<{ readonly model: string | null }[]> {
  return db.$queryRaw<{ model: string | null }[]>`
    SELECT ${MODEL} AS model ${turns} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MODELS_MAX}`;
}

type Prices = ReadonlyMap<string | null, PriceTable>;

export function usageByModel(db: Database, turns: CountedTurns, prices: Prices): Promise<UsageSum[]> {
  return db.$queryRaw<UsageSum[]>`
    SELECT ${usageSums(prices)} ${turns}
    GROUP BY 1, long, t.input IS NULL ORDER BY 1, long, t.input IS NULL`;
}

export function usageBySession(
  db: Database,
  turns: CountedTurns,
  prices: Prices,
): Promise<(UsageSum & { readonly session_id: string })[]> {
  return db.$queryRaw<(UsageSum & { readonly session_id: string })[]>`
    SELECT t.session_id, ${usageSums(prices)} ${turns}
    GROUP BY 1, 2, 3, t.input IS NULL ORDER BY 1, 2, 3, t.input IS NULL`;
}

/**
 * The columns of a {@link UsageSum}, over turns `t` of sessions `s`. The prices are no rows to join with: with an outer
 * join a cluster would ask every node, also for one session.
 */
function usageSums(prices: Prices): Prisma.Sql {
  const stepped = [...prices].filter(([model, { longAbove }]) => model !== null && longAbove !== null);
  const [names, above] = [stepped.map(([model]) => model), stepped.map(([, { longAbove }]) => longAbove)];
  const listed = [...prices.keys()].filter((model) => model !== null);
  return Prisma.sql`CASE WHEN ${MODEL} = ANY(${listed}::text[]) THEN ${MODEL} END AS model,
    coalesce(t.input > (${above}::int[])[array_position(${names}::text[], ${MODEL})], false) AS long,
    count(*)::int AS calls, sum(t.input)::float8 AS input, sum(t.cache_read)::float8 AS cache_read,
    sum(t.cache_write)::float8 AS cache_write, sum(t.output)::float8 AS output,
    sum(t.ended_at - t.at)::float8 AS took, count(t.ended_at - t.at)::int AS timed`;
}
