import { copyFile } from "node:fs/promises";
import type { Database as SqliteDatabase, QueryResult } from "node-sqlite3-wasm";

/** The first bytes of an SQLite database. */
export const DATABASE_MAGIC = Buffer.from("SQLite format 3\u0000", "latin1");
const ROWS_AT_A_TIME = 200;
const COLUMNS_MAX = 200;

/**
 * The rows of a database as lines of JSON: first its tables with the types of their columns, then each row with the name
 * of its table. Works on copies at `target`, and reads pages as it needs them: the memory does not depend on the size.
 * @param log the write-ahead log beside the database, which has the newest rows
 */
export async function* writeDatabaseRows(file: string, log: string | undefined, target: string) {
  await copyFile(file, target);
  if (log !== undefined) await copyFile(log, `${target}-wal`);
  // It takes 17 MB once it is loaded, so a process loads it with its first database.
  const { default: sqlite } = await import("node-sqlite3-wasm");
  const database = new sqlite.Database(target);
  try {
    // Without shared memory a log can be read by one alone. What a schema runs by itself stays off.
    database.exec("PRAGMA locking_mode=EXCLUSIVE; PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON");
    const tables = listTables(database);
    yield `${JSON.stringify({ tables: Object.fromEntries(tables) })}\n`;
    for (const [table, columns] of tables) yield* readRows(database, table, Object.keys(columns));
  } finally {
    database.close();
  }
}

/** Ordinary tables alone: views and virtual tables run what their author wrote, and so do generated columns. */
function listTables(database: SqliteDatabase): [string, Record<string, string>][] {
  const tables = database.all(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%' AND name NOT LIKE 'sqlite%'",
  );
  return tables.map(({ name }) => {
    const columns = database
      .all(`PRAGMA table_xinfo(${quoteName(String(name))})`)
      .filter(({ hidden }) => hidden === 0)
      .slice(0, COLUMNS_MAX);
    return [
      String(name),
      Object.fromEntries(columns.map((column) => [String(column.name), String(column.type)])),
    ];
  });
}

async function* readRows(database: SqliteDatabase, table: string, columns: readonly string[]) {
  if (columns.length === 0) return;
  const statement = database.prepare(`SELECT ${columns.map(quoteName).join(", ")} FROM ${quoteName(table)}`);
  let count = 0;
  try {
    for (const row of statement.iterate()) {
      yield `${JSON.stringify({ table, row: makeRowText(row) })}\n`;
      if (++count % ROWS_AT_A_TIME === 0) await new Promise((resume) => setImmediate(resume));
    }
  } finally {
    statement.finalize();
  }
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Bytes are text if they are UTF-8; of all others the number stands there. Integers beyond a double become text. */
function makeRowText(row: QueryResult): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (typeof value === "bigint") return [column, String(value)];
      if (!(value instanceof Uint8Array)) return [column, value];
      try {
        return [column, utf8.decode(value)];
      } catch {
        return [column, { bytes: value.length }];
      }
    }),
  );
}
