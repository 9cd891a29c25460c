import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { TASKS } from "@/lib/commands/tasks";
import { getDatabaseUrl } from "@/lib/db/client";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { nextInInbox } from "@/lib/db/raw/inbox";
import { newRows } from "@/lib/db/recordings/analysed-row";
import { makeSessionKey } from "@/lib/db/session-id";
import { addJobs } from "@/lib/jobs/add-jobs";
import { analyseJob, deriveJob, deriveOnJob } from "@/lib/jobs/job";
import { noteLook } from "@/lib/jobs/looked-at";
import { deriveFor, deriveSession } from "@/lib/pipeline/derive/derive-session";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { postSpans } from "@/lib/testing/post-spans";
import type { RunningWorker } from "./run-worker";
import { startWorker } from "./run-worker";
import { placeAtSession } from "@/lib/db/places";

const db = testDatabase();
let worker: RunningWorker | undefined;

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await db.$executeRawUnsafe("DELETE FROM graphile_worker._private_jobs");
});

const HUGE_TURNS = 9_000;
const SMALL = 100;
const APPENDED_TURNS = 500;

/** Each turn brings a question, and the one of twenty turns before leaves. */
function storyOf(session: string, turns: number, agent: string): TraceEvent[] {
  const at = Date.UTC(2026, 0, 1);
  const started = { id: "s", session, at, type: "session.started", agent };
  const recorded = Array.from({ length: turns }, (_, turn) => ({
    ...{ id: `e${turn}`, session, at: at + turn * 1_000, type: "turn.recorded", turn },
    window: {
      ...(turn >= 20 && { remove: [`u${turn - 20}`] }),
      append: [{ id: `u${turn}`, kind: "user_message", content: `Question ${turn}.` }],
    },
  }));
  return [started, ...recorded] as TraceEvent[];
}

async function append(project: string, name: string, turns: number, agent = "tester"): Promise<string> {
  const events = storyOf(name, turns, agent);
  for (let at = 0; at < events.length; at += APPENDED_TURNS)
    await appendEvents(db, project, events.slice(at, at + APPENDED_TURNS), "refuse");
  return makeSessionKey(project, name);
}

const sessionOf = (payload: unknown) => (payload as { session: string }).session;
const behind = (keys: readonly string[]) =>
  db.$queryRawUnsafe<{ key: string }[]>(
    placeAtSession(
      "SELECT session_id AS key FROM session WHERE session_id = ANY($1::uuid[]) AND derived_seq < last_seq",
    ),
    [...keys],
  );
const waiting = () =>
  db.$queryRawUnsafe<{ key: string }[]>(
    "SELECT key FROM graphile_worker.jobs WHERE locked_at IS NULL ORDER BY priority, run_at",
  );

it("a hundred small sessions are read and analysed before the huge one that was there first", async () => {
  const project = freshProject();
  const huge = await append(project, "huge", HUGE_TURNS);
  const small: string[] = [];
  const stories = Array.from({ length: SMALL }, (_, i) => storyOf(`small-${i}`, 4, "tester"));
  for (const key of (await appendEvents(db, project, stories.flat(), "refuse")).changed) small.push(key);
  const keys = [huge, ...small];
  const derived: string[] = [];
  const analysed: string[] = [];
  await addJobs(
    db,
    keys.map((key) => deriveJob(project, key)),
  );
  worker = await startWorker({
    url: getDatabaseUrl(),
    tasks: {
      ...TASKS,
      derive: async (db_, payload, signal, lane) => {
        await TASKS.derive?.(db_, payload, signal, lane);
        const key = sessionOf(payload);
        if (!derived.includes(key) && (await behind([key])).length === 0) derived.push(key);
      },
      // Analysing the huge one takes long, and only the order is asked for here: that in which they are taken.
      analyse: async (db_, payload, signal, lane) => {
        analysed.push(sessionOf(payload));
        if (sessionOf(payload) !== huge) await TASKS.analyse?.(db_, payload, signal, lane);
      },
    },
  });
  for (let i = 0; i < 2_400 && !keys.every((key) => analysed.includes(key)); i++) await wait(50);
  expect(new Set(derived)).toEqual(new Set(keys));
  expect(derived.indexOf(huge)).toBe(SMALL);
  expect([...new Set(analysed)].indexOf(huge)).toBe(SMALL);
});

describe("a long derivation", () => {
  it("makes room after its time and goes on where it was, with the same rows in the end", async () => {
    const project = freshProject();
    const key = await append(project, "long", 6_000);
    const ends = [];
    for (let end = "more"; end === "more"; ends.push(end)) end = await deriveFor(db, key, 0);
    expect(ends.length).toBeGreaterThan(1);
    const row = await db.session.findFirstOrThrow({ where: { sessionId: key } });
    expect([row.turns, row.derivedSeq]).toEqual([6_000, row.lastSeq]);
  });

  it("keeps its place among long work when more of its session is received", async () => {
    const project = freshProject();
    await addJobs(db, [deriveOnJob(project, "long"), analyseJob(project, "short", { events: 4 })]);
    await addJobs(db, [deriveJob(project, "long")]);
    const [row] = await db.$queryRawUnsafe<{ flags: unknown }[]>(
      "SELECT flags FROM graphile_worker.jobs WHERE key = 'derive long'",
    );
    expect(row?.flags).toEqual({ bulk: true });
  });
});

describe("the queue", () => {
  it("puts short analyses before long ones, and what was asked for long ago before what is asked for now", async () => {
    const project = freshProject();
    await addJobs(db, [
      analyseJob(project, "long", { events: 40_000 }),
      analyseJob(project, "short", { events: 4 }),
      deriveJob(project, "a"),
    ]);
    const keys = async () => (await waiting()).map(({ key }) => key);
    expect(await keys()).toEqual(["derive a", "analyse short", "analyse long"]);
    await db.$executeRawUnsafe(
      "UPDATE graphile_worker._private_jobs SET run_at = run_at - interval '1 min' WHERE key = 'analyse long'",
    );
    expect(await keys()).toEqual(["analyse long", "derive a", "analyse short"]);
  });

  it("moves up what somebody looks at, also its first analysis that nobody has asked for by itself", async () => {
    const project = freshProject();
    const [looked, other] = [await append(project, "looked", 4), await append(project, "other", 4)];
    for (const key of [looked, other]) await deriveSession(db, key);
    await addJobs(db, [deriveJob(project, "x"), analyseJob(project, other, { events: 4 })]);
    noteLook(db, await db.session.findFirstOrThrow({ where: { sessionId: looked } }));
    const first = async () => (await waiting())[0]?.key;
    for (let i = 0; i < 100 && (await first()) !== `analyse ${looked}`; i++) await wait(20);
    expect((await waiting()).map(({ key }) => key)).toEqual([
      `analyse ${looked}`,
      "derive x",
      `analyse ${other}`,
    ]);
  });

  it("takes new sessions of agents in turn, those first that have waited longest", async () => {
    const project = freshProject();
    for (const [name, agent] of [
      ["a1", "busy"],
      ["a2", "busy"],
      ["a3", "busy"],
      ["b1", "calm"],
    ] as const)
      await deriveSession(db, await append(project, name, 2, agent));
    const rows = await newRows(db, project, 10);
    expect(rows.map(({ externalId }) => externalId)).toEqual(["a1", "b1", "a2", "a3"]);
  });

  it("unpacks what sessions sent in turn: one with little does not wait for all that another sent before", async () => {
    const span = (session: string, no: number) => ({
      ...{
        id: `s${session}${no}`,
        name: "chat",
        trace: `${no}`.padStart(32, session),
        at: Date.UTC(2026, 0, 1) + no,
      },
      attributes: {
        "gen_ai.operation.name": "chat",
        "session.id": session,
        "gen_ai.input.messages": JSON.stringify([
          { role: "user", parts: [{ type: "text", content: `${no}` }] },
        ]),
      },
    });
    for (let no = 0; no < 5; no++) await postSpans(db, [span("a", no)]);
    await postSpans(db, [span("b", 9)]);
    const [{ projectId } = { projectId: "" }] = await db.inboxBody.findMany({ take: 1 });
    const [{ bytes } = { bytes: 0 }] = await db.inboxBody.findMany({ take: 1 });
    const bodies = await nextInInbox(db, projectId, bytes * 2, []);
    const parts = await db.inboxStream.findMany();
    const order = bodies.map(({ id }) => parts.find(({ bodyId }) => bodyId === id)?.sessions[0]);
    expect(order).toEqual(["a", "b"]);
    await db.inboxBody.deleteMany();
    await db.inboxStream.deleteMany();
  });
});
