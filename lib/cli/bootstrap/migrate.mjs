import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { distribute, isDistributed } from "./distribute.mjs";
import { inOnePiece } from "./one-piece.mjs";
import { ROOT } from "./project.mjs";
import { Problem } from "./report.mjs";

const MIGRATIONS = path.join(ROOT, "prisma/migrations");
const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** The names of this program's migrations, in order. */
export function knownMigrations() {
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
  return alone(url, async (client) => {
    const applied = await applyMigrations(client, url, only);
    if (await isDistributed(client)) await distribute(client);
    return applied;
  });
}

/** Brings a database on a cluster's coordinator to this program's schema, and spreads its tables. @param {string} url */
export async function migrateAndDistribute(url) {
  await checkReachable(url);
  return alone(url, async (client) => {
    await applyMigrations(client, url);
    return distribute(client);
  });
}

/** @param {import("pg").Client} client @param {string} url @param {readonly string[]} [only] */
async function applyMigrations(client, url, only = knownMigrations()) {
  await checkNotNewer(url, only);
  await tryFailedAgain(url);
  const applied = (await areApplied(client, only)) ? [] : await applyByEngine(url, only);
  await prepareJobs(client, url);
  return applied;
}

/** @param {string} url @param {readonly string[]} names @returns {Promise<string[]>} the names of what was applied */
async function applyByEngine(url, names) {
  const { appliedMigrationNames } = await withEngine(url, (engine) =>
    engine.applyMigrations({ migrationsList: migrationsList(names), filters: NO_FILTERS }),
  );
  return appliedMigrationNames;
}

/** Asked before the engine, which takes most of a start to load. @param {import("pg").Client} client @param {readonly string[]} names */
async function areApplied(client, names) {
  if (!(await isMigrated(client))) return false;
  const { rows } = await client.query(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  const applied = new Set(rows.map((row) => row.migration_name));
  return names.every((name) => applied.has(name));
}

/** Any constant number. Processes that start together on one database migrate it one after another. */
const MIGRATION_LOCK = 7_244_018;

/**
 * Does something while no other process that uses the same lock does.
 * @template T
 * @param {string} url @param {(client: import("pg").Client) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function alone(url, work) {
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
  await withPool(url, (pgPool) => runMigrations({ pgPool, logger }));
  await client.query(`COMMENT ON SCHEMA graphile_worker IS ${client.escapeLiteral(comment)}`);
}

/** The schema after the newest migration. */
export const MIGRATED = path.join(ROOT, "prisma/migrated.prisma");

/**
 * The SQL that takes the newest migration to the current schema file, empty when they agree. The server at `url` is asked
 * for its version only.
 * @param {string} url
 */
export async function pendingSql(url) {
  const before = fs.existsSync(MIGRATED) ? fs.readFileSync(MIGRATED, "utf8") : null;
  if (before === schemaFile()) return "";
  const result = await withEngine(url, (engine) =>
    engine.diff({
      from:
        before === null
          ? { tag: "empty" }
          : { tag: "schemaDatamodel", files: [{ path: "schema.prisma", content: before }] },
      to: { tag: "schemaDatamodel", files: [{ path: "schema.prisma", content: schemaFile() }] },
      script: true,
      shadowDatabaseUrl: null,
      exitCode: null,
      filters: NO_FILTERS,
    }),
  );
  return result.stdout ?? "";
}

/** @param {readonly string[]} names */
function migrationsList(names) {
  const migrationDirectories = names.map((name) => ({
    path: name,
    migrationFile: {
      path: "migration.sql",
      content: { tag: "ok", value: fs.readFileSync(path.join(MIGRATIONS, name, "migration.sql"), "utf8") },
    },
  }));
  const lockfile = { path: "migration_lock.toml", content: 'provider = "postgresql"\n' };
  return { baseDir: MIGRATIONS, lockfile, shadowDbInitScript: "", migrationDirectories };
}

function schemaFile() {
  return fs.readFileSync(path.join(ROOT, "prisma/schema.prisma"), "utf8");
}

/** @param {string} url */
async function withClient(url, /** @type {(client: import("pg").Client) => Promise<void>} */ work) {
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
    await withClient(url, async (client) => {
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
      `The database at ${withoutPassword(url)} cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
      "Start it or correct DATABASE_URL; unset DATABASE_URL to use the embedded server.",
      error,
    );
  }
}

/** Whether a database has been Sightglass's already. @param {string} url */
export async function hasSchema(url) {
  await checkReachable(url);
  let found = false;
  await withClient(url, async (client) => {
    found = await isMigrated(client);
  });
  return found;
}

/** @param {string} url @param {readonly string[]} known */
async function checkNotNewer(url, known) {
  await withClient(url, async (client) => {
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
  await withClient(url, async (client) => {
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
 * @param {string} url @param {(engine: any) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withEngine(url, work) {
  const [{ PrismaPg }, { bindMigrationAwareSqlAdapterFactory }] = await Promise.all([
    import("@prisma/adapter-pg"),
    import("@prisma/driver-adapter-utils"),
  ]);
  loadedEngine ??= loadEngine();
  const SchemaEngine = await loadedEngine;
  return withPool(url, async (pool) => {
    const adapter = bindMigrationAwareSqlAdapterFactory(inOnePiece(new PrismaPg(pool)));
    const models = [["schema.prisma", schemaFile()]];
    try {
      return await work(await SchemaEngine.new({ datamodels: models }, () => {}, adapter));
    } catch (error) {
      throw withCause(error, adapter.errorRegistry);
    }
  });
}

/**
 * The engine names an error of a connection by its number alone.
 * @param {unknown} error @param {import("@prisma/driver-adapter-utils").ErrorRegistry} registry
 */
function withCause(error, registry) {
  const message = error instanceof Error ? error.message : String(error);
  const [, number] = /External error id#(\d+)/.exec(message) ?? [];
  const cause = number === undefined ? error : registry.consumeError(Number(number))?.error;
  return new Error(message, { cause });
}

/**
 * @template T
 * @param {string} url @param {(pool: import("pg").Pool) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withPool(url, work) {
  const { makePool } = await import("../../db/connections.mjs");
  const pool = makePool({ url, purpose: "migration" });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** @type {Promise<{ new: (...parts: unknown[]) => Promise<any> }> | undefined} */
let loadedEngine;

/**
 * The schema engine is a WebAssembly module that Node does not load by itself, so its parts are connected
 * here, once.
 */
async function loadEngine() {
  const folder = path.dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
  const glue = await import(path.join(folder, "schema_engine_bg.js"));
  const { instance } = await WebAssembly.instantiate(
    fs.readFileSync(path.join(folder, "schema_engine_bg.wasm")),
    {
      "./schema_engine_bg.js": glue,
    },
  );
  glue.__wbg_set_wasm(instance.exports);
  /** @type {any} */ (instance.exports).__wbindgen_start?.();
  return glue.SchemaEngine;
}

/** @param {string} url */
function withoutPassword(url) {
  return url.replace(/:\/\/([^:@/]+):[^@/]*@/, "://$1@");
}
