import { randomUUID } from "node:crypto";
import type { RelatedStream } from "@/lib/db/raw/read";
import { StreamReader } from "@/lib/db/raw/stream-reader";
import { WeightedCache } from "@/lib/db/weighted-cache";
import type { GrowingProjection } from "@/lib/importers/otel/project";

export interface TakenStream {
  readonly seq: number;
  readonly epoch: string;
}

/** What this process remembers of streams that were projected together, so that new records do not mean reading all again. */
export interface Remembered {
  readonly growing: GrowingProjection;
  readonly streams: Map<string, TakenStream>;
  readonly ids: Set<string>;
  readonly contributions: Set<string>;
  readers: Map<string, StreamReader>;
}

/** Identifies this process and its memory. */
export const PROCESS_ID = randomUUID();

const RECORDS_MAX = 100_000;
/** The most streams with a known group. Beyond that all are dropped and read again. */
const STREAMS_MAX = 400_000;
const groups = new WeightedCache<Remembered>("projections", RECORDS_MAX);
const groupOf = new Map<string, string>();

export function createRemembered(growing: GrowingProjection): Remembered {
  return {
    growing,
    streams: new Map(),
    ids: new Set(),
    contributions: new Set(),
    readers: new Map(),
  };
}

/**
 * Takes the state out of the memory, if this process knows everything that was projected from these streams
 * and nothing of them was deleted. The caller puts it back, or nothing after a failure.
 */
export function takeRemembered(related: readonly RelatedStream[]): Remembered | null {
  const projected = related.filter(({ projectedSeq }) => projectedSeq > 0);
  const names = new Set(projected.map(({ stream }) => groupOf.get(stream)));
  const [name] = names;
  if (names.size !== 1 || name === undefined) return null;
  const group = groups.take(name);
  for (const { stream } of projected) groupOf.delete(stream);
  const isWhole = projected.every(({ stream, projectedSeq, epoch, projectedBy }) => {
    const takenState = group?.streams.get(stream);
    return takenState?.epoch === epoch && takenState.seq === projectedSeq && projectedBy === PROCESS_ID;
  });
  return isWhole ? (group ?? null) : null;
}

/** Keeps the state for the next records of these streams. */
export function remember(group: Remembered): void {
  const [name] = group.streams.keys();
  if (name === undefined) return;
  if (groupOf.size > STREAMS_MAX) groupOf.clear();
  for (const stream of group.streams.keys()) groupOf.set(stream, name);
  groups.set(name, group, group.ids.size + group.streams.size);
}

export function getReader(group: Remembered, stream: string): StreamReader {
  return group.readers.get(stream) ?? new StreamReader(stream);
}
