import { afterEach, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { forgetOldRefusals } from "@/lib/db/outdated-findings";
import { waitForSession } from "@/lib/db/progress";
import { readSessionsBehind } from "@/lib/db/reads/work";
import { makeSessionKey } from "@/lib/db/session-id";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { listFindings } from "@/lib/queries/findings/list-findings";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { AnalysesApart } from "./analyses-apart";

const db = testDatabase();
const { signal } = new AbortController();
const LIMITS = { ms: 60_000, heapMb: 1_000 };
const ALL = { limit: 200, offset: 0 };

const pids: number[] = [];
afterEach(() => {
  for (const pid of pids.splice(0)) end(pid);
});

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

async function received(project: string, name: string, turns = 6): Promise<string> {
  const at = Date.UTC(2026, 0, 1);
  const events = Array.from({ length: turns }, (_, turn) => ({
    ...{ id: `e${turn}`, session: name, at: at + turn, type: "turn.recorded", turn },
    window: {
      ...(turn >= 3 && { remove: [`u${turn - 3}`] }),
      append: [{ id: `u${turn}`, kind: "user_message", content: `Question ${turn} of order 4821-${turn}.` }],
    },
  })) as unknown as TraceEvent[];
  await appendEvents(db, project, events, "refuse");
  const key = makeSessionKey(project, name);
  await deriveSession(db, key);
  return key;
}

const rowOf = (sessionId: string) => db.session.findFirstOrThrow({ where: { sessionId } });
const isBehind = async (key: string) => (await readSessionsBehind(db)).some((row) => row.session_id === key);
const foundIn = async (key: string) => {
  const { findingsByCode, decisions, coverage, tools, findingsStamp } = await rowOf(key);
  return { findingsByCode, decisions, coverage, tools, findingsStamp };
};

it("an analysis in a process of its own stores what one in this process does, for one session and for new ones", async () => {
  const project = freshProject();
  const apart = new AnalysesApart({ limits: LIMITS, onProcess: (pid) => pids.push(pid) });
  const [one, other] = [await received(project, "one"), await received(project, "other")];
  await apart.ofSession(db, one, true, signal);
  expect(await apart.ofNewSessions(db, project, signal)).toEqual({
    analysed: [other],
    left: [],
    more: false,
  });
  expect(pids).toHaveLength(1);
  const there = [await foundIn(one), await foundIn(other)];
  for (const key of [one, other]) await analyseSession(db, key, { rebuild: true });
  expect([await foundIn(one), await foundIn(other)]).toEqual(there);
});

it("a short session waits for no long one", async () => {
  const project = freshProject();
  const apart = new AnalysesApart({ limits: LIMITS, onProcess: (pid) => pids.push(pid) });
  const long = await received(project, "long", 400);
  const short = await received(project, "short");
  const done: string[] = [];
  const analysed = (key: string, isShort: boolean) =>
    apart.ofSession(db, key, isShort, signal).then(() => done.push(key));
  await analysed(short, true);
  await Promise.all([analysed(long, false), analysed(long, false), analysed(short, true)]);
  expect(done[1]).toBe(short);
  expect(pids).toHaveLength(2);
});

it("a process that is killed is started again, and its session is analysed, once", async () => {
  const project = freshProject();
  const key = await received(project, "killed");
  const apart = new AnalysesApart({
    limits: LIMITS,
    onProcess: (pid) => {
      if (pids.push(pid) < 3) end(pid);
    },
  });
  await apart.ofSession(db, key, false, signal);
  expect(pids).toHaveLength(3);
  expect(await rowOf(key)).toMatchObject({ analysisRefused: null, analysedSeq: 6 });
});

it("new sessions whose process is killed get a job of their own each", async () => {
  const project = freshProject();
  const keys = [await received(project, "a"), await received(project, "b")];
  const apart = new AnalysesApart({ limits: LIMITS, onProcess: end });
  const { analysed, left } = await apart.ofNewSessions(db, project, signal);
  expect([analysed, left.toSorted()]).toEqual([[], keys.toSorted()]);
});

it.each([
  ["takes too long", { limits: { ms: 1, heapMb: 1_000 } }, "it takes more than 1 minutes"],
  ["needs too much memory", { limits: { ms: 60_000, heapMb: 12 } }, "it needs more than 12 MB of memory"],
  [
    "always loses its process",
    { onProcess: end },
    /^its process ended 3 times before it was done \(SIGKILL\)/,
  ],
])("a session that %s is too large to analyse, and says so", async (_, options, reason) => {
  const project = freshProject();
  const key = await received(project, "large");
  const before = await rowOf(key);
  await new AnalysesApart(options).ofSession(db, key, false, signal);
  const { analysisRefused, version } = await rowOf(key);
  expect(analysisRefused).toEqual(typeof reason === "string" ? reason : expect.stringMatching(reason));
  expect(version).toBeGreaterThan(before.version);
  const { analysedUpTo, findings } = await listFindings(db, project, "large", ALL);
  expect(analysedUpTo).toMatchObject({ done: false, events: 0, refused: analysisRefused });
  expect(findings).toEqual([]);
  expect(await isBehind(key)).toBe(false);
  expect(await waitForSession(db, project, key, 0)).toBe(true);
});

it("what was too large is tried again with other rules or thresholds, and then is as if nothing had been", async () => {
  const project = freshProject();
  const key = await received(project, "large");
  await new AnalysesApart({ onProcess: end }).ofSession(db, key, false, signal);
  await forgetOldRefusals(db);
  expect(await isBehind(key)).toBe(false);
  await db.session.update({ where: { sessionId: key }, data: { refusedStamp: "of earlier rules" } });
  await forgetOldRefusals(db);
  expect(await isBehind(key)).toBe(true);
  await analyseSession(db, key);
  expect(await rowOf(key)).toMatchObject({ analysisRefused: null, refusedStamp: "", analysedSeq: 6 });
});

it("an analysis whose worker stops is given up, and nothing is said of its session", async () => {
  const project = freshProject();
  const key = await received(project, "stopped");
  const stopping = new AbortController();
  const apart = new AnalysesApart({ onProcess: () => stopping.abort() });
  await expect(apart.ofSession(db, key, false, stopping.signal)).rejects.toThrow();
  expect(await rowOf(key)).toMatchObject({ analysisRefused: null, analysedSeq: 0 });
  expect(await isBehind(key)).toBe(true);
});
