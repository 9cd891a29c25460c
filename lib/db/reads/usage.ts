import type { PriceTable } from "@/lib/core/models/prices";
import type { Database } from "../client";
import { Prisma } from "../generated/client";
import type { Rows } from "../over-sessions";
import { readOverSessions } from "../over-sessions";
import type { SampledSessions } from "./audit-sample";

/** Calls of one model, or of all that are not counted by model, and the tokens and the ms that they took. */
export interface UsageSum {
  readonly model: string | null;
  readonly long: boolean;
  readonly calls: number;
  readonly input: number | null;
  readonly cache_read: number | null;
  readonly cache_write: number | null;
  readonly cache_write_hour: number | null;
  readonly output: number | null;
  readonly web_searches: number | null;
  readonly tier: string | null;
  /** How many price lists came after the one of these calls. */
  readonly era: number;
  readonly stated_cost: number | null;
  readonly stated_calls: number;
  readonly took: number | null;
  readonly timed: number;
}

/** The model of a turn `t`: the one that it names, else the one of its session `s`. */
const MODEL = Prisma.sql`coalesce(t.model, s.model)`;

/** Models whose calls are counted by model: those called most often. All others count as an unknown one. */
export const MODELS_MAX = 500;

/** Turns `t` of sessions `s`, as the end of a statement. */
interface CountedTurns {
  readonly select: (rows: Rows) => Prisma.Sql;
  /** The keys of the sessions, where these are known. */
  readonly sessions?: readonly string[];
}

/** @param turn the only turn that counts; `null` for all that are not copied from another session */
export function selectTurnsOfSessions(sessions: readonly string[], turn: number | null): CountedTurns {
  const counts = turn === null ? Prisma.sql`t.turn >= s.own_from` : Prisma.sql`t.turn = ${turn}`;
  const select = (
    rows: Rows,
  ) => Prisma.sql`FROM ${rows("turn")} AS t JOIN ${rows("session")} AS s USING (session_id)
    WHERE t.session_id = ANY(${sessions}::uuid[]) AND ${counts}`;
  return { select, sessions };
}

export function selectTurnsOfSample(sample: SampledSessions): CountedTurns {
  const select = (rows: Rows) => Prisma.sql`FROM ${rows("turn")} AS t
    JOIN ${rows("session")} AS s ON s.session_id = t.session_id AND t.turn >= s.own_from
    JOIN ${sample(rows)} AS sample ON sample.session_id = t.session_id`;
  return { select };
}

export function readCalledModels(
  db: Database,
  turns: CountedTurns,
): Promise<{ readonly model: string | null }[]> {
  return readOverSessions<{ model: string | null }>(
    db,
    (rows) => Prisma.sql`
    SELECT ${MODEL} AS model ${turns.select(rows)} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MODELS_MAX}`,
    { asked: turns.sessions },
  );
}

/** The price lists of each model, today's first. */
type Prices = ReadonlyMap<string | null, readonly PriceTable[]>;

export function sumUsageByModel(db: Database, turns: CountedTurns, prices: Prices): Promise<UsageSum[]> {
  return readOverSessions<UsageSum>(
    db,
    (rows) => Prisma.sql`
    SELECT ${writeUsageSums(prices)} ${turns.select(rows)}
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
    { asked: turns.sessions },
  );
}

export function sumUsageBySession(
  db: Database,
  turns: CountedTurns,
  prices: Prices,
): Promise<(UsageSum & { readonly session_id: string })[]> {
  return readOverSessions<UsageSum & { readonly session_id: string }>(
    db,
    (rows) => Prisma.sql`
    SELECT t.session_id, ${writeUsageSums(prices)} ${turns.select(rows)}
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`,
    { asked: turns.sessions },
  );
}

/**
 * The columns of a {@link UsageSum}, over turns `t` of sessions `s`; the first five tell the sums apart. The prices are no
 * rows to join with: with an outer join a cluster would ask every node, also for one session.
 */
function writeUsageSums(prices: Prices): Prisma.Sql {
  const pricedModels = [...prices.keys()].filter((model) => model !== null);
  return Prisma.sql`CASE WHEN ${MODEL} = ANY(${pricedModels}::text[]) THEN ${MODEL} END AS model,
    ${writeEra(prices)} AS era, ${matchLong(prices)} AS long, t.tier AS tier, t.input IS NULL AS unknown,
    count(*)::int AS calls, sum(t.input)::float8 AS input, sum(t.cache_read)::float8 AS cache_read,
    sum(t.cache_write)::float8 AS cache_write, sum(t.cache_write_hour)::float8 AS cache_write_hour,
    sum(t.output)::float8 AS output, sum(t.web_searches)::float8 AS web_searches,
    sum(t.stated_cost)::float8 AS stated_cost, count(t.stated_cost)::int AS stated_calls,
    sum(t.ended_at - t.at)::float8 AS took, count(t.ended_at - t.at)::int AS timed`;
}

/** For each of a model's earlier price lists that still held at the call, 1. */
function writeEra(prices: Prices): Prisma.Sql {
  const changes = [...prices].flatMap(([model, tables]) =>
    tables.flatMap(({ before }) => (model === null || before === null ? [] : [{ model, before }])),
  );
  const passed = changes.map(
    ({ model, before }) =>
      Prisma.sql`coalesce(${MODEL} = ${model} AND t.at < ${Date.parse(before)}::bigint, false)::int`,
  );
  return passed.length === 0 ? Prisma.sql`0` : Prisma.sql`(${Prisma.join(passed, " + ")})`;
}

function matchLong(prices: Prices): Prisma.Sql {
  const stepped = [...prices].flatMap(([model, tables]) =>
    tables.flatMap(({ longAbove }, era) =>
      model === null || longAbove === null ? [] : [{ model, era, longAbove }],
    ),
  );
  const [names, above] = [
    stepped.map(({ model, era }) => `${era} ${model}`),
    stepped.map(({ longAbove }) => longAbove),
  ];
  return Prisma.sql`coalesce(
    t.input > (${above}::int[])[array_position(${names}::text[], ${writeEra(prices)} || ' ' || ${MODEL})], false)`;
}

const INSIDE_MAX = 10_000;

interface InsideSum {
  readonly session_id: string;
  readonly model: string | null;
  readonly at: bigint | null;
  readonly tier: string | null;
  readonly inside: unknown;
}

/** The calls inside other calls, as rows hold them. */
export function readInsideCalls(db: Database, turns: CountedTurns): Promise<InsideSum[]> {
  return readOverSessions<InsideSum>(
    db,
    (rows) => Prisma.sql`
    SELECT session_id, model, at, tier, inside FROM (SELECT t.session_id, t.turn, ${MODEL} AS model, t.at, t.tier, t.inside ${turns.select(rows)}) AS calls
    WHERE inside IS NOT NULL ORDER BY session_id, turn LIMIT ${INSIDE_MAX}`,
    { asked: turns.sessions },
  );
}
