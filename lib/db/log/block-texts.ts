import type { Database } from "../client";
import { KEEP_PLAN } from "../keep-plan";
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

const BLOCKS = `unnest($1::uuid[], $2::int[], $3::int[]) WITH ORDINALITY AS run (session_id, no, last, place)
  JOIN block b ON b.session_id = run.session_id AND b.no BETWEEN run.no AND run.last`;
const OF_BLOCK = "place::int AS place, b.session_id AS session, b.no";

/** Texts that are in the rows of their blocks, and the places of those that are not. */
const SHORT_TEXTS = `${KEEP_PLAN}SELECT ${OF_BLOCK}, b.text, NULL::int AS batch, NULL::int AS start, NULL::int AS bytes
  FROM ${BLOCKS} WHERE b.text IS NOT NULL`;
const LONG_TEXTS = `${KEEP_PLAN}SELECT ${OF_BLOCK}, NULL AS text, c.batch, c.start, c.bytes
  FROM ${BLOCKS} JOIN content c ON c.session_id = b.session_id AND c.hash = b.hash WHERE b.text IS NULL`;

/** How many bytes the batches of runs have, unpacked. */
const BATCH_BYTES = `${KEEP_PLAN}SELECT coalesce(sum(t.text_bytes), 0)::float8 AS bytes FROM batch t JOIN (
  SELECT DISTINCT c.session_id, c.batch
  FROM unnest($1::uuid[], $2::int[], $3::int[]) AS run (session_id, no, last)
  JOIN block b ON b.session_id = run.session_id AND b.no BETWEEN run.no AND run.last
  JOIN content c ON c.session_id = b.session_id AND c.hash = b.hash WHERE b.text IS NULL
) AS wanted ON wanted.session_id = t.session_id AND wanted.batch = t.batch`;

/** Unpacked texts of so many bytes are kept while a search goes on: a large batch is the place of many runs. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Reads texts of blocks of many sessions, as they are stored. */
export class BlockTexts {
  private unpacked = new Map<string, Buffer>();

  constructor(private readonly db: Database) {}

  /** The texts of runs, one by one, session by session as the runs are given, in the order of their blocks. */
  async readTextsOfRuns(runs: readonly BlockRun[]): Promise<Iterable<TextOfBlock>> {
    const lists = listParameters(runs);
    const [short, long] = await Promise.all([
      this.db.$queryRawUnsafe<StoredRow[]>(SHORT_TEXTS, ...lists),
      this.db.$queryRawUnsafe<StoredRow[]>(LONG_TEXTS, ...lists),
    ]);
    const rows = [...short, ...long].sort((a, b) => a.place - b.place || a.no - b.no);
    await this.unpack(rows);
    return this.readTexts(rows);
  }

  /** How many bytes reading the runs unpacks. */
  async measureUnpackedBytes(runs: readonly BlockRun[]): Promise<number> {
    if (runs.length === 0) return 0;
    const [row] = await this.db.$queryRawUnsafe<{ bytes: number }[]>(BATCH_BYTES, ...listParameters(runs));
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
    const wanted = new Map<string, { session: string; batch: number }>();
    for (const { session, batch } of rows)
      if (batch !== null) wanted.set(nameOf(session, batch), { session, batch });
    const kept = [...this.unpacked].filter(([name]) => wanted.has(name));
    const bytes = [...this.unpacked.values()].reduce((sum, run) => sum + run.length, 0);
    if (bytes > KEPT_BYTES) this.unpacked = new Map(kept);
    const missing = [...wanted].filter(([name]) => !this.unpacked.has(name)).map(([, place]) => place);
    if (missing.length === 0) return;
    const packed = await this.db.$queryRawUnsafe<PackedRow[]>(
      `${KEEP_PLAN}SELECT b.session_id AS session, b.batch, b.texts FROM batch b
       JOIN unnest($1::uuid[], $2::int[]) AS t (session_id, batch) ON t.session_id = b.session_id AND t.batch = b.batch`,
      missing.map(({ session }) => session),
      missing.map(({ batch }) => batch),
    );
    for (const { session, batch, texts } of packed)
      this.unpacked.set(nameOf(session, batch), unpackTexts(texts));
  }
}

function listParameters(runs: readonly BlockRun[]): unknown[] {
  return [runs.map(({ session }) => session), runs.map(({ no }) => no), runs.map(({ last }) => last)];
}

function nameOf(session: string, batch: number): string {
  return `${session} ${batch}`;
}
