import type { Database } from "@/lib/db/client";
import type { Stored } from "@/lib/db/raw/store";
import { storeRecords, streamKey } from "@/lib/db/raw/store";
import { StreamMemory } from "@/lib/db/raw/stream-memory";
import { textHash } from "@/lib/db/raw/tree";
import { WeightedCache } from "@/lib/db/weighted-cache";
import type { RawCall } from "@/lib/importers/otel/call-record";
import { callRecord } from "@/lib/importers/otel/call-record";
import { sessionStream } from "../../project/stream-of";
import { projectJob } from "../../jobs/job";
import { workSoon } from "../../jobs/work-soon";
import { rawRecord } from "./record-id";

/** A raw call that is to be kept; one without an id is known by its request. */
export interface GivenCall extends Omit<RawCall, "id"> {
  readonly id: string | undefined;
  /** The list of messages within the request. */
  readonly messages: unknown;
}

/** Characters of requests that are held in memory to compare the next ones with. */
const MEMORY_CHARS_MAX = 64_000_000;
const memories = new WeightedCache<StreamMemory>(MEMORY_CHARS_MAX);

/**
 * Keeps raw model calls: when this returns they are on disk. Their sessions are worked out soon after. A request that repeats the one before in its session is compared with it, and costs what is new in it.
 * @param calls their requests may be changed in place
 * @returns how many were new, or newer than what was there
 */
export async function takeCalls(db: Database, project: string, calls: readonly GivenCall[]): Promise<number> {
  const bySession = new Map<string, GivenCall[]>();
  for (const call of calls) {
    const key = streamKey(project, sessionStream(call.session));
    const others = bySession.get(key);
    if (others === undefined) bySession.set(key, [call]);
    else others.push(call);
  }
  const first = await keep(db, project, bySession, (key) => memories.take(key) ?? new StreamMemory());
  const again = new Map(first.stale.map((key) => [key, bySession.get(key) ?? []]));
  const second = again.size === 0 ? null : await keep(db, project, again, () => new StreamMemory());
  const changed = first.changed + (second?.changed ?? 0);
  if (changed > 0) workSoon(db, [projectJob(project)]);
  return changed;
}

async function keep(
  db: Database,
  project: string,
  bySession: ReadonlyMap<string, readonly GivenCall[]>,
  memoryOf: (key: string) => StreamMemory,
): Promise<Stored> {
  const used = new Map<string, StreamMemory>();
  const records = [...bySession].flatMap(([key, calls]) => {
    const memory = memoryOf(key);
    used.set(key, memory);
    return calls.map((call) => recordOf(call, memory));
  });
  const stored = await storeRecords(db, project, records);
  for (const [key, memory] of used) {
    const epoch = stored.epochs.get(key);
    if (epoch === undefined) continue;
    memory.epoch = epoch;
    memories.set(key, memory, memory.weight());
  }
  return stored;
}

function recordOf({ messages, ...call }: GivenCall, memory: StreamMemory) {
  const list = Array.isArray(messages) ? (messages as unknown[]) : undefined;
  const { request, response } = memory.share({
    value: { request: call.request, response: call.response },
    list,
  }) as Pick<RawCall, "request" | "response">;
  memory.begin();
  const id = call.id ?? textHash(memory.jsonOf(request));
  return rawRecord(callRecord({ ...call, id, request, response }), memory);
}
