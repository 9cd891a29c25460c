import { describe, expect, it } from "vitest";
import { getSession } from "@/lib/queries/session/get-session";
import { getWindow } from "@/lib/queries/turn/get-window";
import { listSessions } from "@/lib/queries/session-list/list-sessions";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { tracesJson, type TestSpan } from "@/lib/testing/otlp-bodies";
import { testWorker, worked } from "@/lib/testing/worker";
import { decodeJson } from "@/lib/importers/otel/decode-json";
import { takeRecords } from "./take-records";
import { ingestModelCalls } from "./model-calls";

testWorker();
const db = testDatabase();
const BEGAN = Date.UTC(2026, 0, 1, 10);
const WHOLE = { content: "1", order: "window", offset: 0, limit: 100 } as const;
const ALL = { sort: "updated", order: "desc", role: "any", examples: "in", limit: 50 } as const;
const QUESTIONS = ["Is order 7 pending?", "Refund it.", "Thank you."];
const ANSWERS = ["It is.", "Done.", "Good bye."];

type Send = (project: string) => Promise<unknown>;

const raw = (calls: readonly object[]): Send => {
  return (project) =>
    ingestModelCalls(
      db,
      project,
      structuredClone(calls).map((value) => ({ value })),
    );
};
const spans = (list: readonly TestSpan[]): Send => {
  return (project) => takeRecords(db, project, decodeJson(tracesJson("shop", list), "traces").records);
};

/** A call of the Responses API that goes on from the one before it. */
function chained(n: number, about: object = {}) {
  return {
    startedAt: BEGAN + n * 10_000,
    endedAt: BEGAN + n * 10_000 + 2_000,
    request: { model: "m", input: QUESTIONS[n], ...(n > 0 && { previous_response_id: `resp_${n - 1}` }) },
    response: {
      id: `resp_${n}`,
      object: "response",
      status: "completed",
      output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: ANSWERS[n] }] }],
      usage: { input_tokens: 10 * (n + 1), output_tokens: 3 },
    },
    ...about,
  };
}

/** The span of the same call, by another recorder: without its tools, with the reasoning tokens. */
function seen(n: number, about: Partial<TestSpan> = {}): TestSpan {
  return {
    trace: `${"0".repeat(31)}${n + 1}`,
    id: `${"0".repeat(15)}${n + 1}`,
    name: "chat m",
    at: BEGAN + n * 10_000 + 5,
    ms: 1_985,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "m",
      "gen_ai.response.id": `resp_${n}`,
      "gen_ai.usage.input_tokens": 10 * (n + 1),
      "gen_ai.usage.output_tokens": 3,
      "gen_ai.usage.cache_read.input_tokens": 8,
    },
    ...about,
  };
}

async function sessionsOf(project: string) {
  await worked(db, project);
  const { sessions } = await listSessions(db, project, ALL);
  return sessions.map(({ externalId, counts }) => [externalId, counts.turns]);
}

async function windowOf(project: string, session: string, turn: number) {
  const { entries } = await getWindow(db, project, session, turn, WHOLE);
  return entries.map(({ content }) => content);
}

describe("a chain of responses", () => {
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ];
  it.each(orders)(
    "without a session is one session, in whatever order it comes: %j %j %j",
    async (...order) => {
      const project = freshProject();
      for (const n of order) {
        await raw([chained(n)])(project);
        await worked(db, project);
      }
      const found = await sessionsOf(project);
      expect(found.map(([, turns]) => turns)).toEqual([3]);
      const session = String(found[0]?.[0]);
      expect(await windowOf(project, session, 2)).toEqual([
        QUESTIONS[0],
        ANSWERS[0],
        QUESTIONS[1],
        ANSWERS[1],
        QUESTIONS[2],
      ]);
    },
  );

  it("goes on in the session that its first call named, by another route", async () => {
    const project = freshProject();
    await raw([chained(0, { session: "order-7" })])(project);
    await raw([chained(1)])(project);
    expect(await sessionsOf(project)).toEqual([["order-7", 2]]);
  });

  it("whose beginning nobody saw stands, and says so", async () => {
    const project = freshProject();
    expect(await raw([chained(2)])(project)).toMatchObject({ accepted: 1, rejected: [] });
    expect(await sessionsOf(project)).toEqual([["after-resp_1", 1]]);
    const { notes } = await getSession(db, project, "after-resp_1");
    expect(notes.join()).toContain("goes on from the response resp_1, which was not recorded");
    const { turn } = await getWindow(db, project, "after-resp_1", 0, WHOLE);
    expect(turn).toMatchObject({ completeness: "stored_elsewhere", windowProvenance: "inferred" });
  });
});

describe("one call by two routes", () => {
  const calls = [0, 1, 2].map((n) => chained(n, { session: "order-7" }));
  const both: Record<string, readonly Send[]> = {
    "calls first": [raw(calls), spans([0, 1, 2].map((n) => seen(n)))],
    "telemetry first": [spans([0, 1, 2].map((n) => seen(n))), raw(calls)],
    "call by call": [0, 1, 2].flatMap((n) => [raw(calls.slice(n, n + 1)), spans([seen(n)])]),
    "telemetry by call": [0, 1, 2].flatMap((n) => [spans([seen(n)]), raw(calls.slice(n, n + 1))]),
  };
  it.each(Object.entries(both))("is one turn: %s", async (_name, sends) => {
    const project = freshProject();
    for (const send of sends) {
      await send(project);
      await worked(db, project);
    }
    expect(await sessionsOf(project)).toEqual([["order-7", 3]]);
    const { turn } = await getWindow(db, project, "order-7", 2, WHOLE);
    expect(turn.usage).toMatchObject({ input: 30, cacheRead: 8, output: 3 });
    expect(await windowOf(project, "order-7", 1)).toEqual([QUESTIONS[0], ANSWERS[0], QUESTIONS[1]]);
  });

  it("is two where a server gives all answers one id", async () => {
    const project = freshProject();
    const alike = (n: number) => ({ ...chained(0), session: `s-${n}`, startedAt: BEGAN + n * 3_600_000 });
    await raw([alike(0), alike(1), alike(2)])(project);
    await spans([seen(0)])(project);
    expect((await sessionsOf(project)).map(([, turns]) => turns)).toEqual([1, 1, 1, 1]);
  });
});
