import type { Database } from "../client";
import { Prisma } from "../generated/client";
import type { Rows } from "../over-sessions";
import { readOverSessions } from "../over-sessions";
import { unpackTexts } from "./pack";
import type { BlockRun } from "../derived/runs-that-may-have";

/** A text of a block, with the key of the block's session. */
export interface TextOfBlock {
  readonly session: string;
  readonly no: number;
  readonly text: string;
}

interface StoredRow {
  /** The run's place among those that were asked for. */
  readonly place: number;
  readonly session: string;
  readonly no: number;
  readonly text: string | null;
  readonly batch: number | null;
  readonly start: number | null;
  readonly bytes: number | null;
}

interface PackedRow {
  readonly session: string;
  readonly batch: number;
  readonly texts: Uint8Array;
}

const KEPT = { keepsPlan: true };

type Runs = readonly BlockRun[];

const writeRuns = (runs: Runs) => Prisma.sql`unnest(${runs.map(({ session }) => session)}::uuid[],
  ${runs.map(({ no }) => no)}::int[], ${runs.map(({ last }) => last)}::int[])`;
const writeBlocks = (runs: Runs, rows: Rows) => Prisma.sql`
  ${writeRuns(runs)} WITH ORDINALITY AS run (session_id, no, last, place)
  JOIN ${rows("block")} AS b ON b.session_id = run.session_id AND b.no BETWEEN run.no AND run.last`;
const OF_BLOCK = Prisma.sql`place::int AS place, b.session_id AS session, b.no`;

/** Texts that are in the rows of their blocks, and the places of those that are not. */
const writeShortTexts = (
  runs: Runs,
  rows: Rows,
) => Prisma.sql`SELECT ${OF_BLOCK}, b.text, NULL::int AS batch, NULL::int AS start, NULL::int AS bytes
  FROM ${writeBlocks(runs, rows)} WHERE b.text IS NOT NULL`;
const writeLongTexts = (
  runs: Runs,
  rows: Rows,
) => Prisma.sql`SELECT ${OF_BLOCK}, NULL AS text, c.batch, c.start, c.bytes
  FROM ${writeBlocks(runs, rows)} JOIN ${rows("content")} AS c ON c.session_id = b.session_id AND c.hash = b.hash
  WHERE b.text IS NULL`;

/** How many bytes the batches of runs have, unpacked. */
const writeBatchBytes = (
  runs: Runs,
  rows: Rows,
) => Prisma.sql`SELECT coalesce(sum(t.text_bytes), 0)::float8 AS bytes FROM ${rows("batch")} AS t JOIN (
    SELECT DISTINCT c.session_id, c.batch
    FROM ${writeRuns(runs)} AS run (session_id, no, last)
    JOIN ${rows("block")} AS b ON b.session_id = run.session_id AND b.no BETWEEN run.no AND run.last
    JOIN ${rows("content")} AS c ON c.session_id = b.session_id AND c.hash = b.hash WHERE b.text IS NULL
  ) AS wanted ON wanted.session_id = t.session_id AND wanted.batch = t.batch`;

/** Unpacked texts of so many bytes are kept while a search goes on: a large batch is the place of many runs. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Reads texts of blocks of many sessions, as they are stored. */
export class BlockTexts {
  private unpacked = new Map<string, Buffer>();

  constructor(private readonly db: Database) {}

  /** The texts of runs, one by one, session by session as the runs are given, in the order of their blocks. */
  async readTextsOfRuns(runs: readonly BlockRun[]): Promise<Iterable<TextOfBlock>> {
    const [short, long] = await Promise.all([
      readOverSessions<StoredRow>(this.db, (table) => writeShortTexts(runs, table), KEPT),
      readOverSessions<StoredRow>(this.db, (table) => writeLongTexts(runs, table), KEPT),
    ]);
    const rows = [...short, ...long].sort((a, b) => a.place - b.place || a.no - b.no);
    await this.unpack(rows);
    return this.readTexts(rows);
  }

  /** How many bytes reading the runs unpacks. */
  async measureUnpackedBytes(runs: readonly BlockRun[]): Promise<number> {
    if (runs.length === 0) return 0;
    const [row] = await readOverSessions<{ bytes: number }>(
      this.db,
      (rows) => writeBatchBytes(runs, rows),
      KEPT,
    );
    return row?.bytes ?? 0;
  }

  private *readTexts(rows: readonly StoredRow[]): Generator<TextOfBlock> {
    for (const { session, no, text, batch, start, bytes } of rows) {
      if (text !== null) yield { session, no, text };
      else if (batch !== null && start !== null && bytes !== null) {
        const run = this.unpacked.get(nameOf(session, batch));
        if (run !== undefined) yield { session, no, text: run.toString("utf8", start, start + bytes) };
      }
    }
  }

  /** Unpacks the batches that rows are in. What is unpacked of others is forgotten when it is much. */
  private async unpack(rows: readonly StoredRow[]): Promise<void> {
    const places = new Map<string, { session: string; batch: number }>();
    for (const { session, batch } of rows)
      if (batch !== null) places.set(nameOf(session, batch), { session, batch });
    const entries = [...this.unpacked].filter(([name]) => places.has(name));
    const bytes = [...this.unpacked.values()].reduce((sum, run) => sum + run.length, 0);
    if (bytes > KEPT_BYTES) this.unpacked = new Map(entries);
    const missing = [...places].filter(([name]) => !this.unpacked.has(name)).map(([, place]) => place);
    if (missing.length === 0) return;
    const packed = await readOverSessions<PackedRow>(
      this.db,
      (table) => Prisma.sql`SELECT b.session_id AS session, b.batch, b.texts FROM ${table("batch")} AS b
       JOIN unnest(${missing.map(({ session }) => session)}::uuid[], ${missing.map(({ batch }) => batch)}::int[])
         AS t (session_id, batch) ON t.session_id = b.session_id AND t.batch = b.batch`,
      KEPT,
    );
    for (const { session, batch, texts } of packed)
      this.unpacked.set(nameOf(session, batch), unpackTexts(texts));
  }
}

function nameOf(session: string, batch: number): string {
  return `${session} ${batch}`;
}
