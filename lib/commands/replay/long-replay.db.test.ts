import { expect, it, vi } from "vitest";
import type { ReplayAnswer } from "@/lib/api/endpoints/replays";
import { errorSchema } from "@/lib/api/endpoint";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { toWire, type TraceEvent } from "@/lib/core/trace/event";
import { makePublicId } from "@/lib/db/session-id";
import { testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { callRoute, endpointOf } from "@/lib/testing/routes";

testWorker();
const db = testDatabase();

const SESSION = "long-replay";
const TURNS = 500;
const POLICIES = [1, 2, 3, 4, 5, 6, 7, 8].map((no) => ({ kind: "keep-last-n", options: { keep: 10 * no } }));
const PATIENCE = { timeout: 120_000, interval: 50 };

const post = endpointOf("POST", "/api/v1/sessions/{id}/replay");
const get = endpointOf("GET", "/api/v1/sessions/{id}/replays/{replayId}");
const cancel = endpointOf("DELETE", "/api/v1/sessions/{id}/replays/{replayId}");

function longSession(): TraceEvent[] {
  return Array.from({ length: TURNS }, (_, turn) => {
    const said = { id: `u${turn}`, kind: "user_message" as const, content: `question ${turn}` };
    return {
      id: `turn-${turn}`,
      session: SESSION,
      type: "turn.recorded",
      turn,
      at: Date.UTC(2026, 0, 5) + turn * 60_000,
      window: turn === 0 ? { entries: [said] } : { append: [`a${turn - 1}`, said] },
      output: [{ id: `a${turn}`, kind: "assistant_text", content: `answer ${turn}` }],
    };
  });
}

async function start(): Promise<ReplayAnswer> {
  const response = await callRoute(post, { id: SESSION }, "", {
    body: JSON.stringify({ policies: POLICIES }),
    headers: { "content-type": "application/json" },
  });
  expect(response.status).toBe(200);
  return post.response.parse(await response.json()) as ReplayAnswer;
}

async function ask(endpoint: typeof get, replayId: string): Promise<ReplayAnswer> {
  const response = await callRoute(endpoint, { id: SESSION, replayId });
  expect(response.status).toBe(200);
  return endpoint.response.parse(await response.json()) as ReplayAnswer;
}

async function idOnceUnderWay(): Promise<string> {
  const under = await vi.waitFor(async () => {
    const row = await db.replay.findFirst({ where: { status: "running", of: TURNS * POLICIES.length } });
    expect(row?.done).toBeGreaterThan(0);
    return row;
  }, PATIENCE);
  return under?.id ?? "";
}

async function finished(id: string): Promise<ReplayAnswer> {
  return vi.waitFor(async () => {
    const answer = await ask(get, id);
    expect(answer.status).not.toBe("running");
    return answer;
  }, PATIENCE);
}

const sessionsOfReplays = () =>
  db.session.findMany({ where: { role: "replay", name: { startsWith: SESSION } } });

it(
  "says how far a long replay is, stops when it is told to, and can be run again",
  { timeout: 300_000 },
  async () => {
    const events = longSession().map(toWire);
    await callRoute(endpointOf("POST", "/api/v1/events"), {}, "", { body: JSON.stringify({ events }) });
    await worked(db, DEFAULT_PROJECT);

    const first = start();
    const id = await idOnceUnderWay();
    const before = await ask(get, id);
    expect(before).toMatchObject({ status: "running", progress: { of: TURNS * POLICIES.length } });
    const early = before.progress.done;
    await vi.waitFor(async () => expect((await ask(get, id)).progress.done).toBeGreaterThan(early), PATIENCE);

    const cancelled = await ask(cancel, id);
    expect(cancelled.status).toBe("cancelled");
    expect(cancelled.results.length).toBeLessThan(POLICIES.length);
    // It has answered before where it came to this later than a caller waits.
    expect(["cancelled", "running"]).toContain((await first).status);

    // A session that was being stored when the replay was cancelled is listed a moment later.
    await vi.waitFor(async () => {
      const left = await ask(get, id);
      expect(left.status).toBe("cancelled");
      expect(left.progress.done).toBeLessThan(left.progress.of);
      const stored = await sessionsOfReplays();
      expect(stored.map(({ sessionId }) => makePublicId(sessionId)).sort()).toEqual(
        left.results.map(({ session }) => session).sort(),
      );
      expect(stored.every(({ turns }) => turns === TURNS)).toBe(true);
    }, PATIENCE);

    const again = await start();
    expect(again.id).toBe(id);
    const done = await finished(id);
    expect(done).toMatchObject({ status: "done", progress: { done: TURNS * POLICIES.length } });
    expect(done.results.map(({ summary }) => summary.turns)).toEqual(POLICIES.map(() => TURNS));
    expect((await ask(cancel, id)).status).toBe("done");
  },
);

it("stopping an unknown replay answers that it is not there", async () => {
  const response = await callRoute(cancel, { id: SESSION, replayId: "rep_none" });
  expect(response.status).toBe(404);
  expect(errorSchema.parse(await response.json()).error.code).toBe("not_found");
});
