import { randomUUID } from "node:crypto";
import type { RelatedStream } from "@/lib/db/raw/read";
import { StreamReader } from "@/lib/db/raw/stream-reader";
import { WeightedCache } from "@/lib/db/weighted-cache";
import type { GrowingProjection } from "@/lib/importers/otel/project";

/** How far the records of a stream have been taken in. */
export interface TakenStream {
  readonly seq: number;
  readonly epoch: string;
}

/** The sessions of streams that belong together, as they were worked out last, ready to go on. */
export interface Remembered {
  readonly growing: GrowingProjection;
  readonly streams: Map<string, TakenStream>;
  /** Records by stream and id, and the sessions that streams contributed to. */
  readonly ids: Set<string>;
  readonly contributions: Set<string>;
  readonly sessions: Set<string>;
  /** Readers of the streams that came last; others are made again when more of their streams comes. */
  readers: Map<string, StreamReader>;
}

/** Stands for this process and what it remembers. */
export const PROCESS_ID = randomUUID();

/** Records that are remembered at most, whatever they hold. */
const RECORDS_MAX = 100_000;
/** Streams whose group is known at most; beyond that all are forgotten, which costs reading them again. */
const STREAMS_MAX = 400_000;
const groups = new WeightedCache<Remembered>(RECORDS_MAX);
const groupOf = new Map<string, string>();

export function newlyRemembered(growing: GrowingProjection): Remembered {
  return {
    growing,
    streams: new Map(),
    ids: new Set(),
    contributions: new Set(),
    sessions: new Set(),
    readers: new Map(),
  };
}

/**
 * Takes out what is remembered of streams that belong together, when this process knows all that was worked out from them
 * and nothing of them was deleted. Whoever takes it puts it back, or nothing after a failure.
 */
export function takeRemembered(related: readonly RelatedStream[]): Remembered | null {
  const known = related.filter(({ projectedSeq }) => projectedSeq > 0);
  const names = new Set(known.map(({ stream }) => groupOf.get(stream)));
  const [name] = names;
  if (names.size !== 1 || name === undefined) return null;
  const group = groups.take(name);
  for (const { stream } of known) groupOf.delete(stream);
  const isWhole = known.every(({ stream, projectedSeq, epoch, projectedBy }) => {
    const taken = group?.streams.get(stream);
    return taken?.epoch === epoch && taken.seq === projectedSeq && projectedBy === PROCESS_ID;
  });
  return isWhole ? (group ?? null) : null;
}

export function remember(group: Remembered): void {
  const [name] = group.streams.keys();
  if (name === undefined) return;
  if (groupOf.size > STREAMS_MAX) groupOf.clear();
  for (const stream of group.streams.keys()) groupOf.set(stream, name);
  groups.set(name, group, group.ids.size + group.streams.size);
}

/** A reader of a stream that shares what it reads with those before. */
export function readerOf(group: Remembered, stream: string): StreamReader {
  return group.readers.get(stream) ?? new StreamReader(stream);
}
