import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { isCluster, ON_ONE_SERVER } from "../nodes";
import { stripUuid } from "../session-id";
import { unpackText } from "./packed";
import type { KeptRecord } from "./kept-record";
import { makeAssembler, listHashes } from "./tree";
import { placeAtStream } from "../places";

export interface StreamNews {
  readonly seq: number;
  readonly epoch: string;
  readonly records: readonly KeptRecord[];
}

export interface RecordRow {
  seq: number;
  epoch: string;
  /** The place of the stream. */
  place: string;
  id: string | null;
  body: Uint8Array | null;
}

/** A stored record whose texts are still to be put in. */
export interface RecordNode {
  readonly id: string;
  readonly node: unknown;
}

export function readTextNodes(rows: readonly RecordRow[]): RecordNode[] {
  return rows.flatMap(({ id, body }) =>
    id === null || body === null ? [] : [{ id, node: JSON.parse(unpackText(body)) as unknown }],
  );
}

/** Reads the records of one stream. Shared parts are read once and are the same objects in all records. */
export class StreamReader {
  private readonly texts = new Map<string, string>();
  private readonly assemble = makeAssembler((hash) => {
    const text = this.texts.get(hash);
    if (text === undefined) throw new Error(`the text ${hash} is missing from a stream of records`);
    return text;
  });

  /** @param place where the stream lies; reading its records finds it out */
  constructor(
    private readonly stream: string,
    private place = stream,
  ) {}

  async readAll(db: Queryable): Promise<KeptRecord[]> {
    return [...((await this.readAfter(db, -1))?.records ?? [])];
  }

  /** @returns `null` when there is no such stream, or when nothing of it can be read yet */
  async readAfter(db: Queryable, seq: number): Promise<StreamNews | null> {
    const rows = (await isCluster(db)) ? await this.readRowsOnNode(db, seq) : await this.readRows(db, seq);
    const [first] = rows;
    if (first === undefined) return null;
    this.place = first.place;
    const nodes = readTextNodes(rows);
    if (seq < 0) await this.loadAll(db);
    else await this.load(db, listHashes(nodes.map(({ node }) => node)));
    return { seq: first.seq, epoch: first.epoch, records: this.buildRecords(nodes) };
  }

  private readRows(db: Queryable, seq: number): Promise<RecordRow[]> {
    return db.$queryRawUnsafe<RecordRow[]>(
      `${KEEP_PLAN}${ON_ONE_SERVER}SELECT s.seq, s.epoch, s.place_id AS place, r.id, r.body FROM stream s
       LEFT JOIN raw_record r ON r.stream_id = s.place_id AND r.seq > $2
       WHERE s.stream_id = $1::uuid ORDER BY r.id`,
      this.stream,
      seq,
    );
  }

  /**
   * The coordinator knows of a change a moment before the stream's node shows it, or longer when the node was lost between.
   * So the node itself says up to which change its records can be read.
   */
  private async readRowsOnNode(db: Queryable, seq: number): Promise<RecordRow[]> {
    const [stream] = await db.$queryRawUnsafe<{ epoch: string; place: string }[]>(
      `${KEEP_PLAN}SELECT epoch, place_id AS place FROM stream WHERE stream_id = $1::uuid`,
      this.stream,
    );
    if (stream === undefined) return [];
    const rows = await db.$queryRawUnsafe<Omit<RecordRow, "epoch" | "place">[]>(
      placeAtStream(`${KEEP_PLAN}SELECT h.seq, r.id, r.body FROM stream_head h
       LEFT JOIN raw_record r ON r.stream_id = h.stream_id AND r.seq > $2::int
       WHERE h.stream_id = $1::uuid ORDER BY r.id`),
      stream.place,
      seq,
    );
    return rows.map((row) => ({ ...row, ...stream }));
  }

  /** The records of nodes whose texts are all known. */
  buildRecords(nodes: readonly RecordNode[]): KeptRecord[] {
    return nodes.map(({ id, node }) => ({ stream: this.stream, id, record: this.assemble(node) }));
  }

  /** The hashes whose texts are not known. */
  listUnknown(hashes: ReadonlyMap<string, unknown>): string[] {
    return [...hashes.keys()].filter((hash) => !this.texts.has(hash));
  }

  /** Takes in a text of the stream. */
  learn(hash: string, text: string): void {
    this.texts.set(hash, text);
  }

  async restore(db: Queryable, bodies: readonly string[]): Promise<unknown[]> {
    const nodes = bodies.map((body) => JSON.parse(body) as unknown);
    await this.load(db, listHashes(nodes));
    return nodes.map((node) => this.assemble(node));
  }

  private async load(db: Queryable, hashes: ReturnType<typeof listHashes>): Promise<void> {
    let toRead = hashes;
    for (;;) {
      const missing = this.listUnknown(toRead);
      if (missing.length === 0) return;
      const rows = await db.$queryRawUnsafe<{ hash: string; text: Uint8Array }[]>(
        placeAtStream(
          `${KEEP_PLAN}SELECT hash, text FROM raw_text WHERE stream_id = $1::uuid AND hash = ANY($2::uuid[])`,
        ),
        this.place,
        missing,
      );
      const parts: unknown[] = [];
      for (const { hash, text } of rows) {
        const [name, whole] = [stripUuid(hash), unpackText(text)];
        this.learn(name, whole);
        if (toRead.get(name) === "json") parts.push(JSON.parse(whole));
      }
      if (rows.length < missing.length) return;
      toRead = listHashes(parts);
    }
  }

  private async loadAll(db: Queryable): Promise<void> {
    const rows = await db.$queryRawUnsafe<{ hash: string; text: Uint8Array }[]>(
      placeAtStream("SELECT hash, text FROM raw_text WHERE stream_id = $1::uuid"),
      this.place,
    );
    for (const { hash, text } of rows) this.texts.set(stripUuid(hash), unpackText(text));
  }
}
