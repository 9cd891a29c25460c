import { readdirSync, readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { ON_ONE_SERVER } from "@/lib/db/nodes";
import type { OwnDatabase } from "@/lib/testing/cluster/cluster-database";
import { emptyDatabase, isOnCluster } from "@/lib/testing/cluster/cluster-database";
import placement from "@/prisma/placement.json";
import { migrate, migrateAndDistribute } from "./migrate.mjs";

const MIGRATIONS = readdirSync("prisma/migrations")
  .filter((name) => !name.endsWith(".toml"))
  .sort();
const open: { readonly database: OwnDatabase; readonly client: pg.Client }[] = [];

afterEach(async () => {
  for (const { database, client } of open.splice(0)) {
    await client.end();
    await database.drop();
  }
});

async function ownDatabase() {
  const database = await emptyDatabase("migrated");
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  open.push({ database, client });
  const query = async <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) =>
    (await client.query<Row>(`${ON_ONE_SERVER}${sql}`, values)).rows;
  return { url: database.url, query };
}

type Query = Awaited<ReturnType<typeof ownDatabase>>["query"];

/** What a program of then left behind that knew only the first migrations. */
async function migratedThen(query: Query, names: readonly string[]): Promise<void> {
  await query(`CREATE TABLE _prisma_migrations (id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL,
    finished_at timestamptz, migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`);
  for (const name of names) {
    await query(readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8"));
    await query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, 'then', $2, now(), 1)`,
      [randomUUID(), name],
    );
  }
}

async function failedThen(query: Query, name: string): Promise<void> {
  await query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ($1, 'then', $2, 'failed')",
    [randomUUID(), name],
  );
}

describe("migrating a database", () => {
  it("tries again what failed, or was interrupted, before", async () => {
    const { url, query } = await ownDatabase();
    await migratedThen(query, MIGRATIONS.slice(0, -2));
    await failedThen(query, MIGRATIONS.at(-2) ?? "");
    expect(await migrate(url)).toEqual(MIGRATIONS.slice(-2));
    expect(await migrate(url)).toEqual([]);
  });

  it.runIf(isOnCluster())(
    "leads from its first form to that of today while it is spread over a cluster",
    async () => {
      const { url, query } = await ownDatabase();
      await migratedThen(query, MIGRATIONS.slice(0, 1));
      await spreadThen(query);
      const [session, stream] = [randomUUID(), randomUUID()];
      await query(
        "INSERT INTO stream (stream_id, project_id, name, seq) VALUES ($1, 'default', 'before', 5)",
        [stream],
      );
      await query(
        `INSERT INTO turn (session_id, turn, window_known, provenance, entries, unsized, entered, "left", changed,
         delta_provenance, model_changed, tool_calls, evictions, evicted_tokens, compactions, by_source)
       VALUES ($1, 3, true, 'measured', 0, 0, 0, 0, 0, 'measured', false, 0, 0, 0, 0, '{7}')`,
        [session],
      );
      expect(await migrate(url)).toEqual(MIGRATIONS.slice(1));
      expect(
        await query("SELECT turn, encode(by_source, 'hex') AS tokens FROM turn WHERE session_id = $1", [
          session,
        ]),
      ).toEqual([{ turn: 3, tokens: "0000000007" }]);
      expect(await query("SELECT seq FROM stream_head WHERE stream_id = $1", [stream])).toEqual([{ seq: 5 }]);
      expect(await placesOf(query)).toEqual(placesWanted());
      expect(await migrateAndDistribute(url)).toMatchObject({ spread: [], copied: [] });
    },
  );
});

/** Spreads the tables that there are, as a program of then did. */
async function spreadThen(query: Query): Promise<void> {
  const tables = await query<{ name: string; key: string | null }>(
    `SELECT t.table_name AS name, min(column_name) FILTER (WHERE column_name IN ('session_id', 'stream_id')) AS key
     FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' GROUP BY 1 ORDER BY 1`,
  );
  const first: Record<string, string> = { session_id: "session", stream_id: "raw_record" };
  const isFirst = ({ name }: { name: string }) => Object.values(first).includes(name);
  for (const { name, key } of [...tables.filter(isFirst), ...tables.filter((table) => !isFirst(table))])
    if (placement.everywhere.includes(name)) await query("SELECT create_reference_table($1)", [`"${name}"`]);
    else if (key !== null && !placement.coordinator.includes(name))
      await query("SELECT create_distributed_table($1, $2, colocate_with => $3)", [
        `"${name}"`,
        key,
        first[key] === name ? "none" : `"${first[key]}"`,
      ]);
}

async function placesOf(query: Query): Promise<Record<string, string>> {
  const rows = await query<{ name: string; place: string }>(
    `SELECT relname AS name, partmethod::text || coalesce(column_to_column_name(logicalrelid, partkey), '') AS place
     FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid ORDER BY relname`,
  );
  return Object.fromEntries(rows.map(({ name, place }) => [name, place]));
}

function placesWanted(): Record<string, string> {
  return Object.fromEntries([
    ...placement.bySession.map((name) => [name, "hsession_id"]),
    ...placement.byStream.map((name) => [name, "hstream_id"]),
    ...placement.everywhere.map((name) => [name, "n"]),
  ]);
}
