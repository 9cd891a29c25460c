import { readdirSync, readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { ON_ONE_SERVER } from "@/lib/db/nodes";
import type { OwnDatabase } from "@/lib/testing/cluster/cluster-database";
import { makeEmptyDatabase, isOnCluster } from "@/lib/testing/cluster/cluster-database";
import placement from "@/prisma/placement.json";
import { GONE } from "@/lib/db/away-signs.mjs";
import { isOnCoordinatorAlone } from "./distribute.mjs";
import { migrate, migrateAndDistribute } from "./migrate.mjs";
import { runWithReturningDatabase } from "./returning-database.mjs";

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
  const database = await makeEmptyDatabase("migrated");
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  open.push({ database, client });
  const query = async <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) =>
    (await client.query<Row>(`${ON_ONE_SERVER}${sql}`, values)).rows;
  return { url: database.url, query, client };
}

const KILLS_MAX = 24;
/** So often that several hit even where a migration takes a second. */
const KILL_EVERY_MS = 8;
const END_SOME = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.2`;
const SCHEMA = `
  SELECT table_schema || '.' || table_name AS name, column_name || ' ' || data_type AS what FROM information_schema.columns
  WHERE table_schema IN ('public', 'graphile_worker')
  UNION ALL SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2`;

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
  it("makes the tables of the job queue again where they are gone, or another version made them", async () => {
    const { url, query } = await ownDatabase();
    expect((await migrate(url)).length).toBe(MIGRATIONS.length);
    expect(await migrate(url)).toEqual([]);
    const made = "SELECT obj_description('graphile_worker'::regnamespace, 'pg_namespace') AS by";
    const now = await query(made);
    await query("COMMENT ON SCHEMA graphile_worker IS 'made by graphile-worker 0.0.1'");
    await migrate(url);
    expect(await query(made)).toEqual(now);
    await query("DROP SCHEMA graphile_worker CASCADE");
    await migrate(url);
    expect(await query("SELECT count(*)::int AS jobs FROM graphile_worker.jobs")).toEqual([{ jobs: 0 }]);
  });

  it("tries again what failed, or was interrupted, before", async () => {
    const { url, query } = await ownDatabase();
    await migratedThen(query, MIGRATIONS.slice(0, -2));
    await failedThen(query, MIGRATIONS.at(-2) ?? "");
    expect(await migrate(url)).toEqual(MIGRATIONS.slice(-2));
    expect(await migrate(url)).toEqual([]);
  });

  it.skipIf(isOnCluster())(
    "comes to its end however often its connections are ended, and applies nothing by half",
    async () => {
      const [{ url, query }, quiet] = [await ownDatabase(), await ownDatabase()];
      await migrate(quiet.url);
      const killing = { isOver: false, kills: 0 };
      const killed = (async () => {
        while (!killing.isOver && killing.kills < KILLS_MAX) {
          const ended = await query(END_SOME);
          killing.kills += ended.length;
          await wait(Math.random() * KILL_EVERY_MS);
        }
      })();
      for (let isDone = false; !isDone;)
        isDone =
          (await runWithReturningDatabase(() => migrate(url), { pause: () => 1 }).then(
            () => true,
            (error: Error) => expect(`${error.message} ${String(error.cause)}`).toMatch(GONE),
          )) === true;
      killing.isOver = true;
      await killed;
      expect(killing.kills).toBeGreaterThan(10);
      expect(await query(SCHEMA)).toEqual(await quiet.query(SCHEMA));
      expect(await migrate(url)).toEqual([]);
    },
  );

  it.skipIf(isOnCluster())("applies a migration that fails in its middle not at all", async () => {
    const { url, query } = await ownDatabase();
    const [first = "", second = ""] = MIGRATIONS;
    await migrate(url, { only: [first] });
    // The last statement of the second makes an index of this name.
    const [, index] =
      /CREATE INDEX "(\w+)"/.exec(readFileSync(`prisma/migrations/${second}/migration.sql`, "utf8")) ?? [];
    await query(`CREATE INDEX "${index}" ON project (id)`);
    const before = await query(SCHEMA);
    await expect(migrate(url, { only: [first, second] })).rejects.toThrow("already exists");
    expect(await query(SCHEMA)).toEqual(before);
    await query(`DROP INDEX "${index}"`);
    expect(await migrate(url, { only: [first, second] })).toEqual([second]);
  });

  it("knows a coordinator whose nodes hold nothing of it", async () => {
    const { url, client } = await ownDatabase();
    await migrate(url);
    expect(await isOnCoordinatorAlone(client)).toBe(isOnCluster());
    if (isOnCluster()) await migrateAndDistribute(url);
    expect(await isOnCoordinatorAlone(client)).toBe(false);
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
      expect(await query("SELECT place_id AS place FROM stream")).toEqual([{ place: stream }]);
      expect(await placesOf(query)).toEqual(placesWanted());
      expect(await groupsOf(query)).toBe(1);
      expect(await migrateAndDistribute(url)).toMatchObject({ spread: [], copied: [], moved: 0 });
    },
  );

  it.runIf(isOnCluster())(
    "brings the records of an earlier version to the nodes of their sessions where some parts were moved since",
    async () => {
      const { url, query } = await ownDatabase();
      await migratedThen(query, MIGRATIONS.slice(0, 1));
      await spreadThen(query);
      await query(MOVE_A_PART);
      await migrate(url);
      expect(await groupsOf(query)).toBe(2);
      expect(await migrateAndDistribute(url)).toMatchObject({ spread: [], copied: [], moved: 1 });
      expect(await groupsOf(query)).toBe(1);
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

const MOVE_A_PART = `SELECT citus_move_shard_placement(shardid, here.nodename, here.nodeport, there.nodename, there.nodeport, 'block_writes')
  FROM (SELECT min(shardid) AS shardid FROM pg_dist_shard WHERE logicalrelid = 'raw_record'::regclass) AS part
  JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node here USING (groupid)
  JOIN pg_dist_node there ON there.groupid <> here.groupid AND there.shouldhaveshards`;

/** How many groups of tables there are whose parts move together. */
async function groupsOf(query: Query): Promise<number | undefined> {
  const [row] = await query<{ n: number }>(
    "SELECT count(DISTINCT colocationid)::int AS n FROM pg_dist_partition WHERE partmethod = 'h'",
  );
  return row?.n;
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
