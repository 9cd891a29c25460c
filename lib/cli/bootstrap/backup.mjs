import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import readline from "node:readline";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { DEFAULT_PROJECT } from "../../core/default-project.mjs";
import { isDistributed } from "./distribute.mjs";
import { listKnownMigrations, migrate } from "./migrate.mjs";
import { Problem } from "./report.mjs";

/**
 * A backup is a gzip file of lines of JSON: first what it is ({@link BackupHead}), then for each table its name, its rows in
 * PostgreSQL's own text form, and their number with a hash of them. So it goes into any server of the same version or newer.
 * @typedef {{ sightglass: 1, at: string, migrations: string[], tables: string[] }} BackupHead
 */

/** How a table ended. `sha256` is that of its rows. @typedef {{ table: string, rows: number, sha256: string }} BackedUpTable */

const BATCH_BYTES = 8 * 1024 * 1024;
const BATCH_ROWS_MAX = 2_000;
const MIGRATIONS = "_prisma_migrations";
/** How values are written as text must not depend on the server's settings. */
const PLAIN =
  "SET DateStyle = 'ISO'; SET TimeZone = 'UTC'; SET bytea_output = 'hex'; SET extra_float_digits = 1";

/**
 * Writes all that a database holds at one moment into a file, while others go on writing. The file appears when it is whole.
 * @param {string} url @param {string} file @returns {Promise<BackedUpTable[]>}
 */
export async function backUp(url, file) {
  const part = `${file}.part`;
  const gzip = createGzip({ level: 1 });
  const written = pipeline(gzip, fs.createWriteStream(part, { mode: 0o600, flags: "wx", flush: true }));
  written.catch(() => {});
  /** @param {unknown} value */
  const writeLine = async (value) => {
    if (!gzip.write(`${JSON.stringify(value)}\n`)) await Promise.race([once(gzip, "drain"), written]);
  };
  try {
    const done = await runWithClient(url, async (client) => {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      await holdNodes(client);
      const tables = await listTables(client);
      const { rows } = await client.query(
        `SELECT migration_name AS name FROM ${MIGRATIONS} WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
      );
      await writeLine({
        sightglass: 1,
        at: new Date().toISOString(),
        migrations: rows.map(({ name }) => name),
        tables,
      });
      const ended = [];
      for (const table of tables) ended.push(await writeTable(client, table, writeLine));
      return ended;
    });
    gzip.end();
    await written;
    fs.renameSync(part, file);
    return done;
  } catch (error) {
    gzip.destroy();
    fs.rmSync(part, { force: true });
    throw error;
  }
}

/**
 * Notes that there is a good backup, for the health and the metrics of the instance.
 * @param {string} url @param {Date} at the moment that it holds
 */
export function noteBackup(url, at) {
  return runWithClient(url, (client) =>
    client.query(
      `INSERT INTO project (id, name, settings) VALUES ($1, $1, $2::jsonb)
       ON CONFLICT (id) DO UPDATE SET settings = project.settings || $2::jsonb`,
      [DEFAULT_PROJECT, JSON.stringify({ backupAt: at.toISOString() })],
    ),
  );
}

/**
 * On a cluster each connection to a node sees a moment of its own: one to each node, all begun now. The coordinator, which
 * says what of the records was worked in, is a little earlier than the nodes, so nothing is lost.
 * @param {import("pg").Client} client
 */
async function holdNodes(client) {
  if (!(await isDistributed(client))) return;
  await client.query("SET LOCAL citus.max_adaptive_executor_pool_size = 1");
  for (const table of ["session", "stream_head"]) await client.query(`SELECT FROM ${table} LIMIT 1`);
}

/**
 * Reads a backup as a restore does, without a database.
 * @param {string} file
 * @param {{ onHead?: (head: BackupHead) => Promise<void>, onRows?: (table: string, rows: string[]) => Promise<void> }} [to]
 * @returns {Promise<BackedUpTable[]>}
 * @throws Problem for a file that is no backup, or not whole
 */
export async function readBackup(file, { onHead, onRows } = {}) {
  const gunzip = createGunzip();
  const source = fs.createReadStream(file);
  source.once("error", (error) => gunzip.destroy(error));
  const lines = readline.createInterface({ input: source.pipe(gunzip), crlfDelay: Infinity });
  /** @type {BackupHead | null} */
  let head = null;
  /** @type {{ table: string, hash: import("node:crypto").Hash, rows: number, batch: string[], bytes: number } | null} */
  let now = null;
  const done = [];
  const flush = async () => {
    if (now === null || now.batch.length === 0) return;
    await onRows?.(now.table, now.batch);
    now.batch = [];
    now.bytes = 0;
  };
  try {
    for await (const text of lines) {
      const value = JSON.parse(text);
      if (head === null) {
        if (value.sightglass !== 1) throw new Error("it begins with no head of a backup");
        head = /** @type {BackupHead} */ (value);
        await onHead?.(head);
      } else if (typeof value === "string") {
        if (now === null) throw new Error("a row belongs to no table");
        now.hash.update(value).update("\n");
        now.rows++;
        now.batch.push(value);
        now.bytes += value.length;
        if (now.batch.length >= BATCH_ROWS_MAX || now.bytes >= BATCH_BYTES) await flush();
      } else if (now === null) {
        now = { table: value.begin, hash: createHash("sha256"), rows: 0, batch: [], bytes: 0 };
      } else {
        await flush();
        const ended = { table: now.table, rows: now.rows, sha256: now.hash.digest("hex") };
        if (JSON.stringify(ended) !== JSON.stringify(value))
          throw new Error(`the table ${now.table} is not whole`);
        done.push(ended);
        now = null;
      }
    }
  } catch (error) {
    if (error instanceof Problem || isOfDatabase(error)) throw error;
    throw makeNotWhole(file, error instanceof Error ? error.message : String(error));
  }
  if (head === null || done.length !== head.tables.length) throw makeNotWhole(file, "it ends too early");
  return done;
}

/**
 * Puts a backup into an empty database, all of it or nothing, and brings that to this program's schema.
 * @param {string} url @param {string} file @returns {Promise<BackedUpTable[]>}
 * @throws Problem where the database holds sessions, or the backup is newer than this program
 */
export async function restore(url, file) {
  const restored = await runWithClient(url, async (client) => {
    const tables = await readBackup(file, {
      onHead: async ({ migrations }) => {
        checkKnown(migrations);
        await checkEmpty(client);
        await migrate(url, { only: migrations });
        await client.query("BEGIN");
        const there = await listTables(client);
        if (there.length > 0) await client.query(`TRUNCATE ${there.map(quoteTable).join(", ")}`);
      },
      onRows: async (table, rows) => {
        const name = quoteTable(table);
        await client.query(
          `INSERT INTO ${name} SELECT (r).* FROM (SELECT x::${name} AS r FROM unnest($1::text[]) x OFFSET 0) rows`,
          [rows],
        );
      },
    });
    for (const { table, rows } of tables) await checkRead(client, table, rows);
    await client.query("COMMIT");
    return tables;
  });
  await migrate(url);
  return restored;
}

/** @param {import("pg").Client} client @param {string} table @param {number} expected */
async function checkRead(client, table, expected) {
  const { rows } = await client.query(`SELECT count(*)::int AS count FROM ${quoteTable(table)}`);
  if (rows[0].count !== expected)
    throw new Problem(
      `The table ${table} has ${rows[0].count} rows after the restore; the backup has ${expected}.`,
    );
}

/** @param {readonly string[]} migrations those of a backup */
function checkKnown(migrations) {
  const known = listKnownMigrations();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Problem(
      `The backup is newer than this program: it has ${unknown.join(", ")}.`,
      "Update Sightglass first.",
    );
}

/** @param {import("pg").Client} client */
async function checkEmpty(client) {
  const { rows } = await client.query("SELECT to_regclass('public.event') IS NOT NULL AS there");
  if (!rows[0].there) return;
  const { rowCount } = await client.query("SELECT 1 FROM event LIMIT 1");
  if (rowCount !== 0)
    throw new Problem(
      "The database holds sessions already; a restore does not mix them with others.",
      "Set SIGHTGLASS_HOME to a new folder, or DATABASE_URL to an empty database.",
    );
}

/** @param {import("pg").Client} client @param {string} table @param {(value: unknown) => Promise<void>} line */
async function writeTable(client, table, line) {
  const hash = createHash("sha256");
  let count = 0;
  let ask = 50;
  await line({ begin: table });
  await client.query(`DECLARE rows NO SCROLL CURSOR FOR SELECT t::text AS row FROM ${quoteTable(table)} t`);
  for (;;) {
    const { rows } = await client.query(`FETCH ${ask} FROM rows`);
    let bytes = 0;
    for (const { row } of rows) {
      hash.update(row).update("\n");
      bytes += row.length;
      await line(row);
    }
    count += rows.length;
    if (rows.length < ask) break;
    ask = Math.max(1, Math.min(BATCH_ROWS_MAX, Math.floor((BATCH_BYTES * rows.length) / Math.max(1, bytes))));
  }
  await client.query("CLOSE rows");
  const ended = { table, rows: count, sha256: hash.digest("hex") };
  await line(ended);
  return ended;
}

/** The program's own tables. Jobs are not among them: workers find what is to do. @param {import("pg").Client} client */
async function listTables(client) {
  const { rows } = await client.query(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> $1 AND tablename NOT LIKE 'pg_dist%' ORDER BY 1",
    [MIGRATIONS],
  );
  return rows.map(({ name }) => /** @type {string} */ (name));
}

/** @template T @param {string} url @param {(client: import("pg").Client) => Promise<T>} work @returns {Promise<T>} */
async function runWithClient(url, work) {
  const { openClient } = await import("../../db/connections.mjs");
  const client = await openClient({ url, purpose: "backup" });
  try {
    await client.query(PLAIN);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** With its schema: a table may be called as a type of PostgreSQL's own is. @param {string} table */
function quoteTable(table) {
  return `public."${table.replaceAll('"', '""')}"`;
}

/** @param {unknown} error */
function isOfDatabase(error) {
  return error instanceof Error && "severity" in error;
}

/** @param {string} file @param {string} why */
function makeNotWhole(file, why) {
  return new Problem(`${file} is no whole backup: ${why}.`, "Take another one; nothing was restored.");
}
