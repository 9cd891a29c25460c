import { isDatabaseAway, isNodeAway } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import { addWarnings } from "@/lib/db/ingestion-notes";
import { projectModels } from "@/lib/db/model-settings";
import { isCluster } from "@/lib/db/nodes";
import { holdProjectionLock } from "@/lib/db/raw/projection-lock";
import { noteGivenUp, readStreamsBehind, streamStates } from "@/lib/db/raw/read";
import { type NewEvents, type Run, groupOf, projectAnew, readNewEvents } from "./new-events";
import { GrowthNotes } from "./growth-notes";
import { unpackNext } from "./unpack-bodies";
import { type ChangedSessions, UNCHANGED, writeGrown } from "./write-projection";

/** How long a run goes on with what comes to the inbox meanwhile; what is left then, the next run does, behind those of other projects. */
const RUN_MS = 1_000;
/** After so long the run looks what has come: a stream with little of it does not wait for all streams with much. */
const ROUND_MS = 500;

/**
 * Unpacks what is in the inbox of a project. Then projects the sessions of streams and of all related ones, and updates the event log: adds new events,
 * replaces changed ones, withdraws those that no longer exist. Records that follow earlier ones cost only
 * themselves. What this process does not remember, or what came late, is projected again from everything
 * received. A failure becomes a warning and does not stop the rest. One run at a time per project, across
 * processes.
 * @param onChanged gets the sessions as they change
 * @returns `isLeft`: there is more to do
 * @throws when a needed node is away; the rest is done then
 */
export async function projectStreams(
  db: Database,
  project: string,
  streams: readonly string[],
  onChanged: (sessions: ChangedSessions) => void = () => undefined,
): Promise<{ readonly changed: readonly string[]; readonly isLeft: boolean }> {
  return holdProjectionLock(db, project, async (tx) => {
    const changedSessions = new Set<string>();
    const away: unknown[] = [];
    const passedOver = new Map<string, unknown>();
    const run: Run = {
      db,
      tx,
      project,
      models: await projectModels(tx, project),
      notes: new GrowthNotes(db),
    };
    const step: Step = async (work) => {
      const changed = await work().catch((error: unknown) => {
        if (!isNodeAway(error)) throw error;
        away.push(error);
        return UNCHANGED;
      });
      for (const session of [...changed.behind, ...changed.derived, ...changed.born])
        changedSessions.add(session);
      onChanged(changed);
    };
    const until = performance.now() + RUN_MS;
    let isLeft = true;
    for (let askedStreams = streams; askedStreams.length > 0 || (isLeft && performance.now() < until);) {
      const isUnpacked = await unpackNext(db, project, passedOver);
      const todo = new Set([...askedStreams, ...(await readStreamsBehind(tx, project))]);
      const leftStreams = await projectAll(run, todo, step);
      isLeft = isUnpacked || leftStreams.size > 0;
      askedStreams = askedStreams.filter((stream) => leftStreams.has(stream));
    }
    away.push(...[...passedOver.values()].filter(isNodeAway));
    if (away.length > 0) throw away[0];
    return { changed: [...changedSessions], isLeft };
  });
}

const STREAMS_TOGETHER = 25;
/** Transactions that write at the same time, each of some groups: while one waits for the database, another goes on. */
const WRITES_AT_ONCE = 4;
const GROUPS_PER_WRITE = 10;
const EVENTS_PER_WRITE = 300;

type Step = (work: () => Promise<ChangedSessions>) => Promise<void>;

/**
 * Works out streams that begin or go on; first many together, then, one by one, those that depend on others of them; then anew
 * those of which this process does not know enough.
 * @returns the streams that are left: after a while it stops between two of them
 */
async function projectAll(run: Run, todo: Set<string>, step: Step): Promise<ReadonlySet<string>> {
  const until = performance.now() + ROUND_MS;
  const isOver = () => performance.now() >= until;
  // On a cluster a node that is away is to hold up nothing else.
  const groups = (await isCluster(run.db)) ? 1 : GROUPS_PER_WRITE;
  const leftStreams = await continueRun(run, todo, step, {
    streams: STREAMS_TOGETHER,
    groups,
    writes: WRITES_AT_ONCE,
    isOver,
  });
  await run.notes.write();
  const rest = await continueRun(run, leftStreams, step, { streams: 1, groups: 1, writes: 1, isOver });
  for (const stream of rest) {
    await step(async () => {
      const streams = await groupOf(run, stream);
      for (const name of streams) rest.delete(name);
      return renewOrGiveUp(run, streams);
    });
    if (isOver()) break;
  }
  await run.notes.write();
  return new Set([...todo, ...leftStreams, ...rest]);
}

/** @returns the streams that could not go on */
async function continueRun(
  run: Run,
  todo: Set<string>,
  step: Step,
  atOnce: {
    readonly streams: number;
    readonly groups: number;
    readonly writes: number;
    readonly isOver: () => boolean;
  },
): Promise<Set<string>> {
  const leftStreams = new Set<string>();
  const writes = new WritesAtOnce(atOnce.writes);
  let batch: NewEvents[] = [];
  const write = () => {
    const batchToWrite = batch;
    batch = [];
    return writes.add(() =>
      step(() => writeGrown(run, batchToWrite)).catch((error: unknown) => {
        if (isDatabaseAway(error)) throw error;
        console.error("what some streams have gained could not be written; each is tried by itself", error);
        for (const { states } of batchToWrite) for (const stream of states.keys()) leftStreams.add(stream);
      }),
    );
  };
  const isEnough = () =>
    batch.length >= atOnce.groups ||
    batch.reduce((sum, { projection }) => sum + projection.events.length, 0) >= EVENTS_PER_WRITE;
  try {
    while (todo.size > 0) {
      for await (const grown of readNewEvents(run, todo, leftStreams, atOnce.streams)) {
        batch.push(grown);
        if (isEnough()) await write();
      }
      if (atOnce.isOver()) break;
    }
    await write();
  } finally {
    await writes.waitUntilDone();
  }
  return leftStreams;
}

async function renewOrGiveUp(run: Run, streams: readonly string[]): Promise<ChangedSessions> {
  const { db, project } = run;
  const states = await streamStates(db, streams);
  try {
    return await writeGrown(run, [await projectAnew(run, streams)]);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    console.error("records were kept, and their sessions could not be worked out", error);
    await addWarnings(db, project, [PROJECTION_FAILED]);
    await noteGivenUp(db, states);
    return UNCHANGED;
  }
}

const PROJECTION_FAILED = {
  code: "projection_failed",
  source: "server",
  message: "records were kept, and their sessions could not be worked out; the server's log says why",
  count: 1,
  sample: {},
} as const;

/** Does work a few at a time. */
export class WritesAtOnce {
  private readonly running = new Set<Promise<void>>();
  private readonly failures: unknown[] = [];

  constructor(private readonly max: number) {}

  /**
   * Begins some work, and returns when there is room for more.
   * @throws what earlier work failed with, and begins nothing then
   */
  async add(work: () => Promise<void>): Promise<void> {
    this.check();
    const task: Promise<void> = work()
      .catch((error: unknown) => void this.failures.push(error))
      .finally(() => this.running.delete(task));
    this.running.add(task);
    if (this.running.size >= this.max) await Promise.race(this.running);
  }

  /** Waits until all of it is done. @throws what some of it failed with */
  async waitUntilDone(): Promise<void> {
    await Promise.all(this.running);
    this.check();
  }

  private check(): void {
    if (this.failures.length > 0) throw this.failures[0];
  }
}
