import { readdirSync, readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packBySource } from "./derived/by-source";
import { ON_ONE_SERVER } from "./nodes";
import { LIMIT_PROVENANCE, PROVENANCE } from "./derived/codes";

/** What is stored before a migration is there after it. Each is applied to a database with rows of the form before it. */
const MIGRATIONS = readdirSync("prisma/migrations")
  .filter((name) => !name.endsWith(".toml"))
  .sort();
const SESSION = randomUUID();
const name = `upgrade_${randomUUID().replaceAll("-", "")}`;
let client: pg.Client;

async function beside(statement: string): Promise<void> {
  const url = new URL(process.env.DATABASE_URL ?? "");
  url.pathname = "/postgres";
  const other = new pg.Client({ connectionString: url.href });
  await other.connect();
  await other.query(statement).finally(() => other.end());
}

function query<Row extends pg.QueryResultRow = object>(sql: string, values?: unknown[]) {
  return client.query<Row>(`${ON_ONE_SERVER}${sql}`, values);
}

async function applyUntil(end: string): Promise<void> {
  while (MIGRATIONS[0] !== undefined && MIGRATIONS[0] !== end)
    await query(readFileSync(`prisma/migrations/${MIGRATIONS.shift()}/migration.sql`, "utf8"));
}

beforeAll(async () => {
  await beside(`CREATE DATABASE ${name}`);
  const url = new URL(process.env.DATABASE_URL ?? "");
  url.pathname = `/${name}`;
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await beside(`DROP DATABASE ${name}`);
});

it("keeps what turns say, in fewer bytes", async () => {
  await applyUntil("20261123114500_packed_turns");
  const turns = [
    {
      limit: "model table",
      of: "measured",
      delta: "inferred",
      kinds: [1315, 0, 0, 764, 0, 70_000, ...Array<number>(9).fill(0), 9],
    },
    { limit: "unavailable", of: "unavailable", delta: "estimated", kinds: Array<number>(16).fill(0) },
    { limit: "harness default", of: "tokenized", delta: "tokenized", kinds: [5] },
  ];
  for (const [turn, { limit, of, delta, kinds }] of turns.entries())
    await query(
      `INSERT INTO turn (session_id, turn, context_window_provenance, window_known, provenance, entries, unsized, entered, "left",
         changed, delta_provenance, model_changed, tool_calls, evictions, evicted_tokens, compactions, by_source)
       VALUES ($1, $2, $3, true, $4, 0, 0, 0, 0, 0, $5, false, 0, 0, 0, 0, $6)`,
      [SESSION, turn, limit, of, delta, kinds],
    );
  await applyUntil("");
  const { rows } = await query<Record<string, unknown>>(
    "SELECT context_window_provenance AS limit, provenance, delta_provenance, by_source FROM turn ORDER BY turn",
  );
  const packed = (bySource: Parameters<typeof packBySource>[0]) => Buffer.from(packBySource(bySource));
  expect(rows).toEqual([
    {
      limit: LIMIT_PROVENANCE.of("model table"),
      provenance: PROVENANCE.of("measured"),
      delta_provenance: PROVENANCE.of("inferred"),
      by_source: packed({ system_rules: 1_315, user_goal: 764, assistant_text: 70_000, other: 9 }),
    },
    {
      limit: LIMIT_PROVENANCE.of("unavailable"),
      provenance: PROVENANCE.of("unavailable"),
      delta_provenance: PROVENANCE.of("estimated"),
      by_source: packed({}),
    },
    {
      limit: LIMIT_PROVENANCE.of("harness default"),
      provenance: PROVENANCE.of("tokenized"),
      delta_provenance: PROVENANCE.of("tokenized"),
      by_source: packed({ system_rules: 5 }),
    },
  ]);
});
