import type { ModelSetting } from "@/lib/core/models/model-settings";
import { isNodeAway } from "@/lib/db/away";
import type { Database, Queryable } from "@/lib/db/client";
import { isCluster } from "@/lib/db/nodes";
import type { RelatedStream } from "@/lib/db/raw/read";
import { readProjectedSessions, readRelatedStreams } from "@/lib/db/raw/read";
import type { WantedNews } from "@/lib/db/raw/read-streams";
import { readNeighboursOfEach, readStreams } from "@/lib/db/raw/read-streams";
import type { StreamNews } from "@/lib/db/raw/stream-reader";
import { StreamReader } from "@/lib/db/raw/stream-reader";
import { Slices } from "@/lib/db/slices";
import type { OtelProjection } from "@/lib/importers/otel/project";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { WarningSet } from "../records/warnings";
import type { GrowthNotes } from "./growth-notes";
import type { Remembered } from "./remembered";
import { createRemembered, getReader, takeRemembered } from "./remembered";
import { projectSound } from "./sound-records";

export interface Run {
  readonly db: Database;
  readonly tx: Queryable;
  readonly project: string;
  readonly models: readonly ModelSetting[];
  readonly notes: GrowthNotes;
}

/** New events of related streams, not written yet. */
export interface NewEvents {
  readonly group: Remembered;
  readonly projection: OtelProjection;
  /** How far each stream was read. */
  readonly states: ReadonlyMap<string, number>;
  /** Where all records were read: what is wanting in them, and the sessions that were derived from the streams before. */
  readonly anew?: { readonly warnings: WarningSet; readonly before: readonly string[] };
}

/** Records that are read of some streams together. */
const RECORDS_TOGETHER = 1_000;

interface Reading {
  /** `null` for streams that nothing was derived from yet. */
  readonly group: Remembered | null;
  readonly streams: readonly string[];
  readonly wants: readonly WantedNews[];
}

/**
 * Reads what is new of the first of some streams, with few statements for all of them; on a cluster, which reads each stream on
 * its node, one by one.
 * @param todo loses the streams that were looked at @param leftStreams gets those that are to be projected anew
 */
export async function* readNewEvents(
  run: Run,
  todo: Set<string>,
  leftStreams: Set<string>,
  streamsTogether: number,
): AsyncGenerator<NewEvents> {
  const first = [...todo].slice(0, streamsTogether);
  const near = await readNeighboursOfEach(run.tx, run.project, first);
  const readings: Reading[] = [];
  let records = 0;
  for (const stream of first) {
    if (!todo.has(stream)) continue;
    if (readings.length > 0 && records > RECORDS_TOGETHER) break;
    const reading = planReading(stream, near);
    if (reading === null) leftStreams.add(stream);
    else readings.push(reading);
    for (const name of reading?.streams ?? [stream]) todo.delete(name);
    for (const { seq, projectedSeq } of near.get(stream) ?? []) records += seq - projectedSeq;
  }
  const news = (await isCluster(run.db))
    ? null
    : await readStreams(
        run.db,
        readings.flatMap(({ wants }) => wants),
      );
  const slices = new Slices();
  for (const { group, wants, streams } of readings) {
    const newsByStream = news ?? (await readStreams(run.db, wants).catch(recoverFromNodeAway));
    const next = group === null ? beginGroup(wants, newsByStream) : growFrom(group, wants, newsByStream);
    if (next !== null) yield next;
    else for (const stream of streams) leftStreams.add(stream);
    await slices.pause();
  }
}

function recoverFromNodeAway(error: unknown): ReadonlyMap<string, StreamNews> {
  if (!isNodeAway(error)) throw error;
  return new Map();
}

/** What is to be read of a stream and of those that belong together with it; `null` when that cannot be told so quickly. */
function planReading(stream: string, near: ReadonlyMap<string, RelatedStream[]>): Reading | null {
  const mine = near.get(stream) ?? [];
  const group = takeRemembered(mine);
  if (group !== null)
    return { group, streams: mine.map((row) => row.stream), wants: listWanted(group, mine) };
  const streams = newStreams(stream, near);
  return streams === null ? null : { group, streams, wants: streams.map(wantAll) };
}

function wantAll(stream: string): WantedNews {
  return { stream, reader: new StreamReader(stream), after: -1 };
}

/** What is to be read of streams to go on with their group. */
function listWanted(group: Remembered, near: readonly RelatedStream[]): WantedNews[] {
  return near
    .filter(({ seq, projectedSeq }) => seq > projectedSeq)
    .map(({ stream }) => ({
      stream,
      reader: getReader(group, stream),
      after: group.streams.get(stream)?.seq ?? 0,
    }));
}

/**
 * A stream and all that belong together with it, directly or through others. `null` when something was derived from one of
 * them, or when they are not all known here.
 */
function newStreams(stream: string, near: ReadonlyMap<string, RelatedStream[]>): string[] | null {
  const found = new Set([stream]);
  for (const grown of found) {
    const rows = near.get(grown);
    if (rows === undefined || rows.some(({ projectedSeq }) => projectedSeq > 0)) return null;
    for (const row of rows) found.add(row.stream);
  }
  return [...found];
}

/** The sessions of streams that nothing was derived from yet; `null` when something of them cannot be projected. */
function beginGroup(
  wants: readonly WantedNews[],
  newsByStream: ReadonlyMap<string, StreamNews>,
): NewEvents | null {
  if (wants.some(({ stream }) => !newsByStream.has(stream))) return null;
  try {
    return projectNews(wants, newsByStream, []);
  } catch {
    return null;
  }
}

/**
 * Projects a stream and all that belong together with it from everything received.
 * @throws when a record that was read cannot be projected even without others, or a node is away
 */
export async function projectAnew({ db }: Run, streams: readonly string[]): Promise<NewEvents> {
  const before = await readProjectedSessions(db, streams);
  const wants = streams.map(wantAll);
  return projectNews(wants, await readStreams(db, wants), before);
}

/** @returns a stream and all that are related to it, also through others */
export function groupOf({ tx, project }: Run, stream: string): Promise<string[]> {
  return readRelatedStreams(tx, project, [stream]);
}

function projectNews(
  wants: readonly WantedNews[],
  newsByStream: ReadonlyMap<string, StreamNews>,
  before: readonly string[],
): NewEvents {
  const records: OtelRecord[] = [];
  const states = new Map<string, number>();
  const streams: Remembered["streams"] = new Map();
  const ids = new Set<string>();
  for (const { stream } of wants) {
    const news = newsByStream.get(stream);
    if (news === undefined) continue;
    states.set(stream, news.seq);
    streams.set(stream, { seq: news.seq, epoch: news.epoch });
    for (const { id, record } of news.records) {
      ids.add(nameOfKept(stream, id, record as OtelRecord));
      records.push(record as OtelRecord);
    }
  }
  const warnings = new WarningSet();
  const { projection, growing } = projectSound(records, warnings);
  const group = { ...createRemembered(growing), streams, ids };
  return { group, projection, states, anew: { warnings, before } };
}

/** What a group gains from what was read. `null` when this process cannot go on from what it remembers. */
function growFrom(
  group: Remembered,
  wants: readonly WantedNews[],
  newsByStream: ReadonlyMap<string, StreamNews>,
): NewEvents | null {
  const records: OtelRecord[] = [];
  const readers = new Map<string, StreamReader>();
  const states = new Map<string, number>();
  for (const { stream, reader, after } of wants) {
    const news = newsByStream.get(stream);
    if (news === undefined || news.seq - after !== news.records.length) return null;
    for (const { id, record } of news.records) {
      const name = nameOfKept(stream, id, record as OtelRecord);
      if (group.ids.has(name)) return null;
      group.ids.add(name);
      records.push(record as OtelRecord);
    }
    readers.set(stream, reader);
    states.set(stream, news.seq);
    group.streams.set(stream, { seq: news.seq, epoch: news.epoch });
  }
  group.readers = readers;
  const projection = takeRecords(group, records);
  return projection === null ? null : { group, projection, states };
}

function takeRecords({ growing }: Remembered, records: readonly OtelRecord[]): OtelProjection | null {
  try {
    return growing.take(records);
  } catch (error) {
    console.error("some records cannot be worked out", error);
    return null;
  }
}

/** Shared by all tellings of a record: spans and calls may be kept in several. */
function nameOfKept(stream: string, id: string, { signal, spanId }: OtelRecord): string {
  return `${stream} ${signal === "log" ? id : `${signal}:${spanId}`}`;
}
