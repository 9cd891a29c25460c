import type { RelatedStream } from "@/lib/db/raw/read";
import type { WantedNews } from "@/lib/db/raw/read-together";
import { neighboursOfEach, readTogether } from "@/lib/db/raw/read-together";
import type { StreamNews } from "@/lib/db/raw/stream-reader";
import { StreamReader } from "@/lib/db/raw/stream-reader";
import { Slices } from "@/lib/db/slices";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { WarningSet } from "../records/warnings";
import type { Grown, Run } from "./grown";
import { grownFrom, nameOfKept, wantedOf } from "./grown";
import type { Remembered } from "./remembered";
import { newlyRemembered, takeRemembered } from "./remembered";
import { projectSound } from "./sound-records";

/** Streams that are looked at together, and the records that are read of them together. */
const STREAMS_TOGETHER = 25;
const RECORDS_TOGETHER = 1_000;

interface Reading {
  /** `null` for streams that nothing was derived from yet. */
  readonly group: Remembered | null;
  readonly streams: readonly string[];
  readonly wants: readonly WantedNews[];
}

/**
 * Takes in what is new of the first of some streams, with few statements for all of them. For a single server.
 * @param todo loses the streams that were looked at @param left gets those that are to be worked out one by one
 */
export async function* goOnTogether(run: Run, todo: Set<string>, left: Set<string>): AsyncGenerator<Grown> {
  const first = [...todo].slice(0, STREAMS_TOGETHER);
  const near = await neighboursOfEach(run.tx, run.project, first);
  const readings: Reading[] = [];
  let records = 0;
  for (const stream of first) {
    if (!todo.has(stream)) continue;
    if (readings.length > 0 && records > RECORDS_TOGETHER) break;
    const reading = readingOf(stream, near);
    if (reading === null) left.add(stream);
    else readings.push(reading);
    for (const one of reading?.streams ?? [stream]) todo.delete(one);
    for (const { seq, projectedSeq } of near.get(stream) ?? []) records += seq - projectedSeq;
  }
  const news = await readTogether(
    run.db,
    readings.flatMap(({ wants }) => wants),
  );
  const slices = new Slices();
  for (const { group, wants, streams } of readings) {
    const next = group === null ? begun(wants, news) : grownFrom(group, wants, news);
    if (next !== null) yield next;
    else for (const stream of streams) left.add(stream);
    await slices.pause();
  }
}

/** What is to be read of a stream and of those that belong together with it; `null` when that cannot be told so quickly. */
function readingOf(stream: string, near: ReadonlyMap<string, RelatedStream[]>): Reading | null {
  const mine = near.get(stream) ?? [];
  const group = takeRemembered(mine);
  if (group !== null) return { group, streams: mine.map((row) => row.stream), wants: wantedOf(group, mine) };
  const streams = newStreams(stream, near);
  if (streams === null) return null;
  return {
    group,
    streams,
    wants: streams.map((one) => ({ stream: one, reader: new StreamReader(one), after: -1 })),
  };
}

/**
 * A stream and all that belong together with it, directly or through others. `null` when something was derived from one of
 * them, or when they are not all known here.
 */
function newStreams(stream: string, near: ReadonlyMap<string, RelatedStream[]>): string[] | null {
  const found = new Set([stream]);
  for (const one of found) {
    const rows = near.get(one);
    if (rows === undefined || rows.some(({ projectedSeq }) => projectedSeq > 0)) return null;
    for (const row of rows) found.add(row.stream);
  }
  return [...found];
}

/** The sessions of streams that nothing was derived from yet; `null` when something of them cannot be projected. */
function begun(wants: readonly WantedNews[], read: ReadonlyMap<string, StreamNews>): Grown | null {
  const records: OtelRecord[] = [];
  const states = new Map<string, number>();
  const streams: Remembered["streams"] = new Map();
  const ids = new Set<string>();
  for (const { stream } of wants) {
    const news = read.get(stream);
    if (news === undefined) return null;
    states.set(stream, news.seq);
    streams.set(stream, { seq: news.seq, epoch: news.epoch });
    for (const { id, record } of news.records) {
      ids.add(nameOfKept(stream, id, record as OtelRecord));
      records.push(record as OtelRecord);
    }
  }
  const wanting = new WarningSet();
  try {
    const { projection, growing } = projectSound(records, wanting);
    return { group: { ...newlyRemembered(growing), streams, ids }, projection, states, begins: wanting };
  } catch {
    return null;
  }
}
