import type pg from "pg";
import { isDiskFull } from "./away";
import { openClient } from "./connections.mjs";
import type { Queryable } from "./database";
import { SESSION_TABLES, STREAM_TABLES } from "./spread-tables";

/** What a table takes on the disk without its indexes, and how much of it holds rows, as far as its last vacuum knows. */
export interface TableRoom {
  readonly table: string;
  readonly bytes: number;
  readonly used: number;
}

/** A piece of a text that PostgreSQL keeps beside its table. The last of a text is smaller, so this is the most. */
const PIECE_BYTES = 2_032;
const ROW_BYTES = 28;
const WORTH_BYTES = 16 * 1024 ** 2;
/** Writing this much anew takes a few seconds, in which nobody can write to the table. */
const QUICK_BYTES = 256 * 1024 ** 2;
const LOCK_WAIT_MS = 1_000;

/** Rooms of tables; none on a cluster, whose coordinator does not know them. */
export async function readTableRooms(
  db: Pick<Queryable, "$queryRawUnsafe">,
  tables: readonly string[] = [...SESSION_TABLES, ...STREAM_TABLES],
): Promise<TableRoom[]> {
  const rows = await db.$queryRawUnsafe<TableRoom[]>(ROOMS, tables);
  return rows.filter(({ bytes, used }) => bytes > 0 && used >= 0);
}

const ROOMS = `
  SELECT own.relname::text AS table, pg_table_size(own.oid)::float8 AS bytes,
    CASE WHEN own.reltuples < 0 OR beside.reltuples < 0 AND pg_relation_size(beside.oid) > 0 THEN -1 ELSE
      own.reltuples * (${ROW_BYTES} + coalesce((
        SELECT sum(avg_width * (1 - null_frac)) FROM pg_stats WHERE schemaname = 'public' AND tablename = own.relname), 0))
      + greatest(0, beside.reltuples) * ${PIECE_BYTES} END::float8 AS used
  FROM pg_class own LEFT JOIN pg_class beside ON beside.oid = own.reltoastrelid
  WHERE own.relkind = 'r' AND own.relnamespace = 'public'::regnamespace AND own.relname = ANY($1::text[])`;

export interface VacuumResult {
  readonly table: string;
  readonly before: number;
  readonly after: number;
}

interface GiveBackOptions {
  readonly tables?: readonly string[];
  /** `deleted`: of those from which rows were just deleted; `all`: also long ones, and those that are worth little. */
  readonly of?: "mostly empty" | "deleted" | "all";
}

/**
 * Gives room of deleted rows back: to new rows always, and to the disk where a table is mostly empty. Such a table is written
 * anew, and nobody can write to it meanwhile; where that would take long it is left for `npm run compact`.
 */
export async function vacuumTables(
  url: string,
  { tables = [...SESSION_TABLES, ...STREAM_TABLES], of = "mostly empty" }: GiveBackOptions = {},
): Promise<VacuumResult[]> {
  // Whoever waits for a table to be free keeps all others waiting who come after.
  const client = await openClient({
    url,
    purpose: "compaction",
    options: `-c lock_timeout=${LOCK_WAIT_MS}`,
  });
  const db = {
    $queryRawUnsafe: async <T>(sql: string, ...values: unknown[]) =>
      (await client.query(sql, values)).rows as T,
  };
  const readRoom = async (table: string) => (await readTableRooms(db, [table]))[0];
  const isWorth = (room: TableRoom | undefined) =>
    room !== undefined && (of === "all" || isMostlyEmpty(room));
  const givenTables: VacuumResult[] = [];
  try {
    for (const table of tables) {
      if (of === "mostly empty" && !isWorth(await readRoom(table))) continue;
      if (!(await vacuumTable(client, "ANALYZE", table))) continue;
      const before = await readRoom(table);
      if (before === undefined || !isWorth(before)) continue;
      // The second one counts the new table's pieces of texts.
      if (!(await vacuumTable(client, "FULL", table)) || !(await vacuumTable(client, "ANALYZE", table)))
        continue;
      givenTables.push({ table, before: before.bytes, after: (await readRoom(table))?.bytes ?? 0 });
    }
  } finally {
    await client.end();
  }
  return givenTables;
}

function isMostlyEmpty({ bytes, used }: TableRoom): boolean {
  return used <= QUICK_BYTES && bytes - used >= Math.max(WORTH_BYTES, bytes / 2);
}

/**
 * Gives the table's free space back to the disk. Not when somebody keeps the table for longer, or the disk has no room for
 * a new one.
 */
async function vacuumTable(client: pg.Client, how: string, table: string): Promise<boolean> {
  try {
    await client.query(`VACUUM (${how}) "${table}"`);
    return true;
  } catch (error) {
    const isBusy = (error as { code?: string }).code === "55P03";
    if (!isBusy && !isDiskFull(error)) throw error;
    console.warn(`${table} keeps its free room for now: ${(error as Error).message}`);
    return false;
  }
}
