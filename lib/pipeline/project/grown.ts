import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { Database, Queryable } from "@/lib/db/client";
import { addWarnings } from "@/lib/db/ingestion-notes";
import type { RelatedStream } from "@/lib/db/raw/read";
import type { WantedNews } from "@/lib/db/raw/read-together";
import type { StreamNews, StreamReader } from "@/lib/db/raw/stream-reader";
import type { OtelProjection } from "@/lib/importers/otel/project";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { WarningSet, sampleOf } from "../records/warnings";
import type { GrowthNotes } from "./growth-notes";
import type { Remembered } from "./remembered";
import { PROCESS_ID, readerOf, remember, takeRemembered } from "./remembered";
import type { ChangedSessions } from "./write-projection";
import { contributionsOf, takeBackOthers, UNCHANGED, without, writeGrowth } from "./write-projection";
import type { Call } from "@/lib/importers/otel/calls";
import { dialectOf } from "@/lib/importers/otel/dialects";
import { unreadKeysOf } from "@/lib/importers/otel/unread-keys";

export interface Run {
  readonly db: Database;
  readonly tx: Queryable;
  readonly project: string;
  readonly models: readonly ModelSetting[];
  readonly notes: GrowthNotes;
}

/** New events of related streams, not written yet. */
export interface Grown {
  readonly group: Remembered;
  readonly projection: OtelProjection;
  readonly states: ReadonlyMap<string, number>;
  /** For a group that begins, of which nothing was derived before: what was wanting in its records. */
  readonly begins?: WarningSet;
}

export const GROUPS_TOGETHER = 40;

const EVENTS_TOGETHER = 300;

export function isEnough(grown: readonly Grown[], groupsMax: number): boolean {
  const events = grown.reduce((sum, { projection }) => sum + projection.events.length, 0);
  return grown.length >= groupsMax || events >= EVENTS_TOGETHER;
}

/** `null` when this process cannot continue from memory. */
export async function goOn({ db }: Run, near: readonly RelatedStream[]): Promise<Grown | null> {
  const group = takeRemembered(near);
  if (group === null) return null;
  const wants = wantedOf(group, near);
  const news = new Map<string, StreamNews>();
  for (const { stream, reader, after } of wants) {
    const read = await reader.readAfter(db, after);
    if (read !== null) news.set(stream, read);
  }
  return grownFrom(group, wants, news);
}

/** What is to be read of streams to go on with their group. */
export function wantedOf(group: Remembered, near: readonly RelatedStream[]): WantedNews[] {
  return near
    .filter(({ seq, projectedSeq }) => seq > projectedSeq)
    .map(({ stream }) => ({
      stream,
      reader: readerOf(group, stream),
      after: group.streams.get(stream)?.seq ?? 0,
    }));
}

/** What a group gains from what was read. `null` when this process cannot go on from what it remembers. */
export function grownFrom(
  group: Remembered,
  wants: readonly WantedNews[],
  read: ReadonlyMap<string, StreamNews>,
): Grown | null {
  const records: OtelRecord[] = [];
  const readers = new Map<string, StreamReader>();
  const states = new Map<string, number>();
  for (const { stream, reader, after } of wants) {
    const news = read.get(stream);
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
  const projection = grownBy(group, records);
  return projection === null ? null : { group, projection, states };
}

/** Writes all or nothing, then remembers the groups. */
export async function writeGrown(
  { db, project, models, notes }: Run,
  grown: readonly Grown[],
): Promise<ChangedSessions> {
  if (grown.length === 0) return UNCHANGED;
  const events = grown.flatMap(({ projection }) => projection.events);
  const removed = grown.flatMap(({ projection }) => projection.removed);
  const changed = await writeGrowth(db, project, { events, removed }, models);
  const takenBack = new Set<string>();
  for (const { group, projection, states, begins } of grown) {
    if (begins !== undefined)
      for (const key of await takeBackOthers(db, project, projection, [], changed.born)) takenBack.add(key);
    const sessions = contributionsOf(project, projection).filter(
      ({ stream, session }) => !group.contributions.has(`${stream} ${session}`),
    );
    await noteMissing(db, project, projection, begins ?? new WarningSet());
    await notes.add({ states, sessions, by: PROCESS_ID });
    for (const { stream, session } of sessions) {
      group.contributions.add(`${stream} ${session}`);
    }
    remember(group);
  }
  return without(changed, new Set([...changed.behind, ...takenBack]));
}

function grownBy({ growing }: Remembered, records: readonly OtelRecord[]): OtelProjection | null {
  try {
    return growing.take(records);
  } catch (error) {
    console.error("some records cannot be worked out", error);
    return null;
  }
}

/** Shared by all tellings of a record: spans and calls may be kept in several. */
export function nameOfKept(stream: string, id: string, { signal, spanId }: OtelRecord): string {
  return `${stream} ${signal === "log" ? id : `${signal}:${spanId}`}`;
}

export async function noteMissing(
  db: Database,
  project: string,
  { calls }: OtelProjection,
  warnings: WarningSet,
): Promise<void> {
  noteMissingContent(calls, warnings);
  noteUnreadKeys(calls, warnings);
  await addWarnings(db, project, warnings.list());
}

/** If the sender gives the reason, the session shows it. */
function noteMissingContent(calls: readonly Call[], warnings: WarningSet): void {
  for (const call of calls) {
    if (call.messages !== undefined || call.notKept !== undefined) continue;
    if (call.completeness === "stored_elsewhere") continue;
    const record = call.parts[0]?.record;
    const dialect = record === undefined ? undefined : dialectOf(record);
    if (record === undefined || dialect === undefined) continue;
    const advice = dialect.contentSwitch === undefined ? "" : `: ${dialect.contentSwitch}`;
    warnings.add({
      code: "no_content",
      source: dialect.label,
      message: `no message content captured, so windows are known by their totals only${advice}`,
      sample: sampleOf(record),
    });
  }
}

/** The call is kept unchanged. */
function noteUnreadKeys(calls: readonly Call[], warnings: WarningSet): void {
  for (const call of calls) {
    const record = call.parts[0]?.record;
    if (record === undefined) continue;
    for (const key of unreadKeysOf(call))
      warnings.add({
        code: "unknown_key",
        source: `${dialectOf(record)?.label ?? "model calls"}: ${key}`,
        message: `the key ${key} of a message is not known: what it holds is kept, and no window shows it`,
        sample: sampleOf(record),
      });
  }
}
