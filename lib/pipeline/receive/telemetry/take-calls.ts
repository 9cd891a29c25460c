import { groupBy } from "@/lib/core/group-by";
import type { Database } from "@/lib/db/client";
import type { RawRecordInput } from "@/lib/db/raw/raw-record";
import { storeRecords, streamKey } from "@/lib/db/raw/store";
import { StreamMemory } from "@/lib/db/raw/stream-memory";
import { hashText } from "@/lib/db/raw/tree";
import { Slices } from "@/lib/db/slices";
import { WeightedCache } from "@/lib/db/weighted-cache";
import type { RawCall } from "@/lib/importers/otel/call-record";
import { makeCallRecord } from "@/lib/importers/otel/call-record";
import { makeSessionStream } from "../../records/stream-of";
import { projectJob } from "@/lib/jobs/job";
import { queueSoon } from "@/lib/jobs/add-jobs";
import { CommitQueue, COMMIT_LIMITS, NotWritten } from "../commits";
import { compareStored } from "../../records/relation-of-stored";
import { makeRawRecord } from "../../records/record-id";

export interface InputCall extends Omit<RawCall, "id"> {
  readonly id: string | undefined;
  readonly messages: unknown;
  readonly responseId?: string | undefined;
  /** The response that a call without a session goes on from. */
  readonly previousId?: string | undefined;
}

export interface TakenCalls {
  readonly accepted: number;
  /** Indexes of calls that differ from stored ones with their ids. */
  readonly differing: readonly number[];
}

const MEMORY_CHARS_MAX = 64_000_000;
const memories = new WeightedCache<StreamMemory>("conversations", MEMORY_CHARS_MAX);

/** While one transaction waits for the disk, the next calls are compared. */
const callCommits = new CommitQueue<readonly InputCall[], TakenCalls>(keepPosts, {
  ...COMMIT_LIMITS,
  commitsPerProject: 2,
});

/**
 * Stores calls. When this returns they are on disk, and their sessions follow soon. A request is compared with the one before it
 * in its session, and costs only what is new.
 * @param calls their requests may be changed in place
 * @param bytes their memory, roughly
 */
export async function takeCalls(
  db: Database,
  project: string,
  calls: readonly InputCall[],
  bytes: number,
): Promise<TakenCalls> {
  return calls.length === 0 ? { accepted: 0, differing: [] } : callCommits.add(db, project, calls, bytes);
}

async function keepPosts(
  db: Database,
  project: string,
  posts: readonly (readonly InputCall[])[],
): Promise<(TakenCalls | NotWritten)[]> {
  const keyOf = (call: InputCall) => streamKey(project, makeSessionStream(call.session));
  const bySession = groupBy(posts.flat(), keyOf);
  const first = await keep(db, project, bySession, (key) => memories.take(key) ?? new StreamMemory());
  const again = new Map(first.stale.map((key) => [key, bySession.get(key) ?? []]));
  const second = again.size === 0 ? null : await keep(db, project, again, () => new StreamMemory());
  const keptCalls = new Set([...first.kept, ...(second?.kept ?? [])]);
  if (keptCalls.size > 0) queueSoon(db, [projectJob(project)]);
  const differing = new Set([...first.differing, ...(second?.differing ?? [])]);
  const away = new Map([...first.away, ...(second?.away ?? [])]);
  return posts.map((calls) => {
    const lostStream = calls.map(keyOf).find((key) => away.has(key));
    if (lostStream !== undefined) return new NotWritten(away.get(lostStream));
    return {
      accepted: calls.filter((call) => keptCalls.has(call)).length,
      differing: calls.flatMap((call, i) => (differing.has(call) ? [i] : [])),
    };
  });
}

interface Kept {
  readonly kept: readonly InputCall[];
  readonly differing: readonly InputCall[];
  readonly stale: readonly string[];
  /** Streams whose node is away, and the errors. */
  readonly away: ReadonlyMap<string, unknown>;
}

async function keep(
  db: Database,
  project: string,
  bySession: ReadonlyMap<string, readonly InputCall[]>,
  memoryOf: (key: string) => StreamMemory,
): Promise<Kept> {
  const usedMemories = new Map<string, StreamMemory>();
  const records = new Map<RawRecordInput, InputCall>();
  const slices = new Slices();
  for (const [key, calls] of bySession) {
    const memory = memoryOf(key);
    usedMemories.set(key, memory);
    for (const call of calls) {
      records.set(recordOf(call, memory), call);
      await slices.pause();
    }
  }
  const stored = await storeRecords(db, project, [...records.keys()], compareStored);
  for (const [key, memory] of usedMemories) {
    const epoch = stored.epochs.get(key);
    if (epoch === undefined) continue;
    memory.epoch = epoch;
    memories.set(key, memory, memory.weight());
  }
  const listCalls = (inputs: ReadonlySet<RawRecordInput>) =>
    [...inputs].flatMap((input) => records.get(input) ?? []);
  const { stale, away } = stored;
  return { kept: listCalls(stored.kept), differing: listCalls(stored.differing), stale, away };
}

function recordOf({ messages, responseId, previousId, ...call }: InputCall, memory: StreamMemory) {
  const list = Array.isArray(messages) ? (messages as unknown[]) : undefined;
  const { request, response } = memory.share({
    value: { request: call.request, response: call.response },
    list,
  }) as Pick<RawCall, "request" | "response">;
  memory.begin();
  const id = call.id ?? hashText(memory.jsonOf(request));
  const record = makeRawRecord(makeCallRecord({ ...call, id, request, response }), memory);
  return { ...record, responses: { raw: responseId, asked: previousId } };
}
