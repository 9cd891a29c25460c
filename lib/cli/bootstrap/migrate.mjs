import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { distributeTables, gatherStreams, isDistributed } from "./distribute.mjs";
import { ROOT } from "./project.mjs";
import { Problem } from "./report.mjs";

const MIGRATIONS = path.join(ROOT, "prisma/migrations");

/** The names of this program's migrations, in order. */
export function listKnownMigrations() {
  return fs
    .readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/**
 * Brings a database to this program's schema. Tables that are new to a database which is spread over a cluster are put
 * where they belong in it.
 * @param {string} url
 * @param {{ only?: readonly string[] }} [options] the migrations to apply, where not all are: those of a backup
 * @returns {Promise<string[]>} the names of what was applied
 */
export async function migrate(url, { only } = {}) {
  await checkReachable(url);
  return runAlone(url, async (client) => {
    const applied = await applyMigrations(client, url, only);
    if (await isDistributed(client)) await distributeTables(client);
    return applied;
  });
}

/** Brings a database on a cluster's coordinator to this program's schema, and spreads its tables. @param {string} url */
export async function migrateAndDistribute(url) {
  await checkReachable(url);
  return runAlone(url, async (client) => {
    await applyMigrations(client, url);
    const done = await distributeTables(client);
    return { ...done, moved: await gatherStreams(client) };
  });
}

/** @param {import("pg").Client} client @param {string} url @param {readonly string[]} [only] */
async function applyMigrations(client, url, only = listKnownMigrations()) {
  await checkNotNewer(url, only);
  await tryFailedAgain(url);
  const there = await listAppliedMigrations(client);
  const missing = only.filter((name) => !there.has(name));
  for (const name of missing) await applyWhole(client, name);
  await prepareJobs(client, url);
  return missing;
}

/** @param {import("pg").Client} client @returns {Promise<ReadonlySet<string>>} */
async function listAppliedMigrations(client) {
  if (!(await isMigrated(client))) return new Set();
  const { rows } = await client.query(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  return new Set(rows.map((row) => row.migration_name));
}

/** Several statements that change spread tables in one transaction need this on a cluster; other servers ignore it. */
const ONE_AFTER_THE_OTHER = "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'";
/** What is applied, in the table of Prisma's own tools. */
const APPLIED = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0)`;
const NOTE_APPLIED = `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, $4::timestamptz, $5::timestamptz, 1)`;

/**
 * A migration and the note that it is done are one transaction: a script that is interrupted leaves nothing behind, and can be
 * applied again.
 * @param {import("pg").Client} client @param {string} name
 */
async function applyWhole(client, name) {
  const script = fs.readFileSync(path.join(MIGRATIONS, name, "migration.sql"), "utf8");
  const checksum = createHash("sha256").update(script).digest("hex");
  const begun = new Date();
  try {
    await client.query("BEGIN");
    await client.query(ONE_AFTER_THE_OTHER);
    await client.query(APPLIED);
    for (const statement of listStatements(script)) await client.query(statement);
    await client.query(NOTE_APPLIED, [randomUUID(), checksum, name, begun, new Date()]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw new Error(
      `the migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

/**
 * The statements of a migration: each ends with a semicolon at the end of a line. A cluster hands a change of a table to its nodes
 * with the text that it came in, so each is sent by itself.
 * @param {string} script @returns {string[]}
 */
export function listStatements(script) {
  return script.split(/;[ \t]*$/m).filter((part) => part.replaceAll(/^--.*$/gm, "").trim() !== "");
}

/** Any constant number. Processes that start together on one database migrate it one after another. */
const MIGRATION_LOCK = 7_244_018;

/**
 * Does something while no other process that uses the same lock does.
 * @template T
 * @param {string} url @param {(client: import("pg").Client) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function runAlone(url, work) {
  const { openClient } = await import("../../db/connections.mjs");
  const client = await openClient({ url, purpose: "migration" });
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Makes the tables of the job queue, which its library keeps in a schema of their own. The schema's comment says which version
 * of the library made them, so that only another version is loaded to look at them.
 * @param {import("pg").Client} client @param {string} url
 */
async function prepareJobs(client, url) {
  const { version } = JSON.parse(
    fs.readFileSync(path.join(ROOT, "node_modules/graphile-worker/package.json"), "utf8"),
  );
  const comment = `made by graphile-worker ${version}`;
  const { rows } = await client.query(
    "SELECT obj_description(to_regnamespace('graphile_worker')::oid, 'pg_namespace') AS comment",
  );
  if (rows[0]?.comment === comment) return;
  const { Logger, runMigrations } = await import("graphile-worker");
  const logger = new Logger(() => () => {});
  await runWithPool(url, (pgPool) => runMigrations({ pgPool, logger }));
  await client.query(`COMMENT ON SCHEMA graphile_worker IS ${client.escapeLiteral(comment)}`);
}

/** @param {string} url */
async function runWithClient(url, /** @type {(client: import("pg").Client) => Promise<void>} */ work) {
  const { openClient } = await import("../../db/connections.mjs");
  const client = await openClient({ url, purpose: "migration", connectionTimeoutMillis: 10_000 });
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** @param {string} url */
async function checkReachable(url) {
  try {
    await runWithClient(url, async (client) => {
      const { rows } = await client.query("SHOW server_version_num");
      if (Number(rows[0]?.server_version_num) < 150_000) {
        throw new Problem(
          "The database server is older than PostgreSQL 15.",
          "Set DATABASE_URL to a newer one, or unset it to use the embedded server.",
        );
      }
    });
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(
      `The database at ${hidePassword(url)} cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
      "Start it or correct DATABASE_URL; unset DATABASE_URL to use the embedded server.",
      error,
    );
  }
}

/** Whether a database has been Sightglass's already. @param {string} url */
export async function hasSchema(url) {
  await checkReachable(url);
  let found = false;
  await runWithClient(url, async (client) => {
    found = await isMigrated(client);
  });
  return found;
}

/** @param {string} url @param {readonly string[]} known */
async function checkNotNewer(url, known) {
  await runWithClient(url, async (client) => {
    if (!(await isMigrated(client))) return;
    const { rows } = await client.query(
      "SELECT migration_name FROM _prisma_migrations WHERE rolled_back_at IS NULL",
    );
    const unknown = rows.map((row) => row.migration_name).filter((name) => !known.includes(name));
    if (unknown.length === 0) return;
    throw new Problem(
      `The database is newer than this program: it has ${unknown.join(", ")}.`,
      "Update Sightglass, or point DATABASE_URL or SIGHTGLASS_HOME to another database.",
    );
  });
}

/**
 * A migration is one transaction. So what failed, or was interrupted, has changed nothing and can be tried again: by a
 * program that mended it, or where the cause is gone.
 * @param {string} url
 */
async function tryFailedAgain(url) {
  await runWithClient(url, async (client) => {
    if (!(await isMigrated(client))) return;
    const { rows: failed } = await client.query(
      "SELECT id FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL",
    );
    for (const { id } of failed)
      await client.query("UPDATE _prisma_migrations SET rolled_back_at = $2 WHERE id = $1", [id, new Date()]);
  });
}

/** @param {import("pg").Client} client */
async function isMigrated(client) {
  const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') AS found");
  return rows[0]?.found !== null;
}

/**
 * @template T
 * @param {string} url @param {(pool: import("pg").Pool) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function runWithPool(url, work) {
  const { makePool } = await import("../../db/connections.mjs");
  const pool = makePool({ url, purpose: "migration" });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** @param {string} url */
function hidePassword(url) {
  return url.replace(/:\/\/([^:@/]+):[^@/]*@/, "://$1@");
}
