import type { Database } from "@/lib/db/client";
import { isDatabaseAway, isNodeAway } from "@/lib/db/away";
import { addWarnings } from "@/lib/db/ingestion-notes";
import { projectModels } from "@/lib/db/model-settings";
import { isCluster } from "@/lib/db/nodes";
import { projectingAlone } from "@/lib/db/raw/projecting-alone";
import {
  neighbours,
  noteGivenUp,
  noteProjection,
  projectedSessions,
  relatedStreams,
  streamsBehind,
  streamStates,
} from "@/lib/db/raw/read";
import { StreamReader } from "@/lib/db/raw/stream-reader";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { unpackNext } from "./unpack-bodies";
import { WarningSet } from "../records/warnings";
import { WritesAtOnce } from "./writes-at-once";
import { goOnTogether } from "./go-on-together";
import type { Grown, Run } from "./grown";
import { goOn, GROUPS_TOGETHER, isEnough, nameOfKept, noteMissing, writeGrown } from "./grown";
import { GrowthNotes } from "./growth-notes";
import { newlyRemembered, PROCESS_ID, remember } from "./remembered";
import { projectSound } from "./sound-records";
import type { ChangedSessions } from "./write-projection";
import { contributionsOf, takeBackOthers, UNCHANGED, without, writeGrowth } from "./write-projection";

/** How long a run goes on with what comes to the inbox meanwhile; what is left then, the next run does. */
const RUN_MS = 60_000;

/**
 * Unpacks what is in the inbox of a project. Then projects the sessions of streams and of all related ones, and updates the event log: adds new events,
 * replaces changed ones, withdraws those that no longer exist. Records that follow earlier ones cost only
 * themselves. What this process does not remember, or what came late, is projected again from everything
 * received. A failure becomes a warning and does not stop the rest. One run at a time per project, across
 * processes.
 * @param onChanged gets the sessions as they change
 * @throws when a needed node is away; the rest is done then
 */
export async function projectStreams(
  db: Database,
  project: string,
  streams: readonly string[],
  onChanged: (sessions: ChangedSessions) => void = () => undefined,
): Promise<{ readonly changed: readonly string[] }> {
  return projectingAlone(db, project, async (tx) => {
    const all = new Set<string>();
    const away: unknown[] = [];
    const passedOver = new Map<string, unknown>();
    const run: Run = {
      db,
      tx,
      project,
      models: await projectModels(tx, project),
      notes: new GrowthNotes(db),
    };
    const spread = await isCluster(db);
    const step: Step = async (work) => {
      const changed = await work().catch((error: unknown) => {
        if (!isNodeAway(error)) throw error;
        away.push(error);
        return UNCHANGED;
      });
      for (const session of [...changed.behind, ...changed.derived, ...changed.born]) all.add(session);
      onChanged(changed);
    };
    const until = performance.now() + RUN_MS;
    for (let more = true, asked = streams; more && performance.now() < until; asked = []) {
      more = await unpackNext(db, project, passedOver);
      const todo = new Set([...asked, ...(await streamsBehind(tx, project))]);
      await (spread ? projectEach(run, todo, 1, step) : projectTogether(run, todo, step));
    }
    away.push(...[...passedOver.values()].filter(isNodeAway));
    if (away.length > 0) throw away[0];
    return { changed: [...all] };
  });
}

/** Transactions that write at the same time, each of some groups: while one waits for the database, another goes on. */
const WRITES_AT_ONCE = 4;
const GROUPS_PER_WRITE = GROUPS_TOGETHER / WRITES_AT_ONCE;

type Step = (work: () => Promise<ChangedSessions>) => Promise<void>;

/** Works out streams that go on, or begin, a few statements for many; then, one by one, those of which that cannot be said. */
async function projectTogether(run: Run, todo: Set<string>, step: Step): Promise<void> {
  const left = new Set<string>();
  const writes = new WritesAtOnce(WRITES_AT_ONCE);
  let some: Grown[] = [];
  const write = () => {
    const written = some;
    some = [];
    return writes.add(() =>
      step(() => writeGrown(run, written)).catch((error: unknown) => {
        if (isDatabaseAway(error)) throw error;
        console.error("what some streams have gained could not be written; each is tried by itself", error);
        for (const { states } of written) for (const stream of states.keys()) left.add(stream);
      }),
    );
  };
  try {
    while (todo.size > 0)
      for await (const grown of goOnTogether(run, todo, left)) {
        some.push(grown);
        if (isEnough(some, GROUPS_PER_WRITE)) await write();
      }
    await write();
  } finally {
    await writes.done();
  }
  await projectEach(run, left, GROUPS_TOGETHER, step);
}

async function projectEach(run: Run, todo: Set<string>, together: number, step: Step): Promise<void> {
  const grown: Grown[] = [];
  const write = () => step(() => writeGrown(run, grown.splice(0)));
  try {
    for (const stream of todo) {
      await step(() => projectGroup(run, stream, todo, grown, write));
      if (isEnough(grown, together)) await write();
    }
  } finally {
    await write();
  }
  await run.notes.write();
}

/**
 * Projects a stream and its related ones, and removes them from the work list.
 * @param grown collects what is to be written
 * @param write writes what is waiting
 */
async function projectGroup(
  run: Run,
  stream: string,
  todo: Set<string>,
  grown: Grown[],
  write: () => Promise<void>,
): Promise<ChangedSessions> {
  const { tx, project } = run;
  const near = await neighbours(tx, project, stream);
  let next = await goOn(run, near);
  if (next === null && grown.length > 0) {
    // What is waiting may be related through other streams, so it must be written before.
    await write();
    next = await goOn(run, await neighbours(tx, project, stream));
  }
  const related = next === null ? await relatedStreams(tx, project, [stream]) : [];
  for (const other of [...near.map((row) => row.stream), ...related]) todo.delete(other);
  if (next === null) return anewOrGiveUp(run, related);
  grown.push(next);
  return UNCHANGED;
}

async function anewOrGiveUp(run: Run, streams: readonly string[]): Promise<ChangedSessions> {
  const { db, project } = run;
  const states = await streamStates(db, streams);
  try {
    return await projectAnew(run, streams);
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

async function projectAnew(
  { db, project, models }: Run,
  streams: readonly string[],
): Promise<ChangedSessions> {
  const before = await projectedSessions(db, streams);
  const records: OtelRecord[] = [];
  const states = new Map<string, number>();
  const ids: string[] = [];
  const epochs = new Map<string, string>();
  for (const stream of streams) {
    const news = await new StreamReader(stream).readAfter(db, -1);
    if (news === null) continue;
    states.set(stream, news.seq);
    epochs.set(stream, news.epoch);
    for (const { id, record } of news.records) {
      ids.push(nameOfKept(stream, id, record as OtelRecord));
      records.push(record as OtelRecord);
    }
  }
  const warnings = new WarningSet();
  const { projection, growing } = projectSound(records, warnings);
  const written = await writeGrowth(db, project, projection, models);
  const takenBack = await takeBackOthers(db, project, projection, before, written.born);
  const sessions = contributionsOf(project, projection);
  await noteMissing(db, project, projection, warnings);
  await noteProjection(db, { states, sessions, by: PROCESS_ID });
  const group = newlyRemembered(growing);
  for (const [stream, seq] of states) group.streams.set(stream, { seq, epoch: epochs.get(stream) ?? "" });
  for (const id of ids) group.ids.add(id);
  for (const { stream, session } of sessions) {
    group.contributions.add(`${stream} ${session}`);
  }
  remember(group);
  return without(written, new Set([...written.behind, ...takenBack]));
}
