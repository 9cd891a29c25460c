import { expect, it } from "vitest";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { appendEvents } from "@/lib/db/log/append";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";
import { testWorker, worked } from "@/lib/testing/worker";
import { findSession } from "../reading/find-session";
import { getCost as costSchema } from "@/lib/api/endpoints/cost";
import { readCostSummary } from "../reading/cost-summaries";
import { getCost } from "./get-cost";
import { getSession } from "./get-session";

testWorker();
const db = testDatabase();

const sum = (parts: Awaited<ReturnType<typeof getCost>>["parts"]) =>
  Object.values(parts ?? {}).reduce((total, { cost }) => total + cost, 0);

it("adds up its parts to what its own calls cost, as its header says, and to one with side calls and sub-agents", async () => {
  const project = freshProject();
  const model = "claude-opus-4-5";
  const events = [
    ...trace("s", { model })
      .turn((t) =>
        t
          .system(1_000)
          .user(9_000)
          .calls("read", { path: "a" }, "c1")
          .usage(10_000, 100, { cacheRead: 0, cacheWrite: 10_000 }),
      )
      .turn((t) =>
        t.result("c1", 5_000).says("Done.").usage(15_000, 50, { cacheRead: 10_000, cacheWrite: 5_000 }),
      )
      .turn((t) => t.user("Thanks.").usage(15_100, 10, { cacheRead: 0, cacheWrite: 15_100 }))
      .events(),
    ...trace("title", { model, role: "side", parent: { session: "s" } })
      .turn((t) => t.user("Name it.").usage(1_000, 10))
      .events(),
    ...trace("agent", { model, role: "subagent", parent: { session: "s" } })
      .turn((t) => t.user("Look.").usage(100_000, 0))
      .events(),
  ];
  await appendEvents(db, project, events, "refuse");
  await worked(db, project);
  const { sessionId } = await findSession(db, project, "s");
  await analyseSession(db, sessionId);
  const cost = await getCost(db, project, "s");
  // By hand, in dollars: 10,000 + 5,000 + 15,100 written at 6.25 a million, 10,000 read at 0.50, 160 answered at 25.
  const own = 0.188125 + 0.005 + 0.004;
  const side = 0.005 + 0.00025;
  expect(cost).toMatchObject({ analysed: true, currency: "USD", calls: 3, callsTotal: 3 });
  expect(cost.total).toBeCloseTo(own, 9);
  expect(cost.withChildren).toBeCloseTo(own + side + 0.5, 9);
  expect(sum(cost.parts)).toBeCloseTo(cost.total ?? 0, 9);
  expect(cost.parts?.side.cost).toBe(0);
  expect(cost.children.find(({ role }) => role === "side")?.cost).toBeCloseTo(side, 9);
  expect(cost.breaks).toMatchObject([
    { turn: 2, kept: 15_000, read: 0, cause: "unexplained", standing: "suspected" },
  ]);
  expect(cost.carried?.find(({ toolCallId }) => toolCallId === "c1")).toMatchObject({ toolName: "read" });
  const { costs, costsWithChildren } = await getSession(db, project, "s");
  expect(costs[0]?.total).toBeCloseTo(own, 9);
  expect(costsWithChildren[0]?.total).toBeCloseTo(cost.withChildren ?? 0, 9);
});

it("knows no sum with a sub-agent whose calls are not worked out, nor how many they are", async () => {
  const project = freshProject();
  const events = (agent: string, more: Parameters<typeof trace>[1] = {}) =>
    trace(agent, { model: "claude-opus-4-5", ...more })
      .turn((t) => t.user("Look.").usage(1_000, 10))
      .events();
  await appendEvents(
    db,
    project,
    [...events("s"), ...events("agent", { role: "subagent", parent: { session: "s" } })],
    "refuse",
  );
  await worked(db, project);
  const { sessionId } = await findSession(db, project, "s");
  await analyseSession(db, sessionId);
  const agent = await findSession(db, project, "agent");
  await db.session.update({ where: { sessionId: agent.sessionId }, data: { derivedSeq: 0 } });
  const { children } = await getSession(db, project, "s");
  expect(children).toMatchObject([{ role: "subagent", turns: null }]);
  expect(await getCost(db, project, "s")).toMatchObject({ analysed: true, withChildren: null });
});

it("is null in every figure before the session is analysed, and says since when it is worked out", async () => {
  const project = freshProject();
  await appendEvents(
    db,
    project,
    trace("s")
      .turn((t) => t.user("Hi.").usage(10))
      .events(),
    "refuse",
  );
  const cost = await getCost(db, project, "s");
  expect(cost.pending?.since).toMatch(/^\d{4}-/);
  expect(costSchema.response.safeParse(cost).success).toBe(true);
  const { analysed, analysedAsOfTurn, pending: _, children, rates, ...figures } = cost;
  expect({ analysed, analysedAsOfTurn, children, rates }).toEqual({
    ...{ analysed: false, analysedAsOfTurn: null, children: [], rates: [] },
  });
  expect(Object.values(figures).filter((figure) => figure !== null)).toEqual([]);
});

it("has a list of what is needed, each with its fields", async () => {
  const project = freshProject();
  const story = trace("s", { model: "claude-opus-4-5" })
    .turn((t) => t.system(1_000).user(9_000).usage(10_000, 100, { cacheRead: 0, cacheWrite: 10_000 }))
    .turn((t) => t.user("More.").usage(10_200, 10, { cacheRead: 0, cacheWrite: 10_200 }));
  await appendEvents(db, project, story.events(), "refuse");
  await worked(db, project);
  await analyseSession(db, (await findSession(db, project, "s")).sessionId);
  const cost = await getCost(db, project, "s");
  expect(cost.pending).toBeNull();
  for (const part of Object.values(cost.parts ?? {}))
    expect(part).toEqual(
      expect.objectContaining({
        ...{ read: expect.any(Number), written: expect.any(Number), uncached: expect.any(Number) },
      }),
    );
  expect(Object.keys(cost.breaks?.[0] ?? {})).toEqual(
    expect.arrayContaining(["turn", "kept", "lost", "cost", "idleMs", "cause", "at", "standing"]),
  );
  expect(Object.keys(cost.carried?.[0] ?? {})).toEqual(
    expect.arrayContaining([
      ...["blockId", "toolName", "toolCallId", "tokens", "enteredTurn", "lastUseTurn", "turns"],
      ...["cost", "costAfterLastUse"],
    ]),
  );
  expect(Object.keys(cost.floor ?? {})).toEqual(
    expect.arrayContaining(["tokens", "provenance", "cost", "tools", "servers"]),
  );
  const summary = await readCostSummary(db, (await findSession(db, project, "s")).sessionId);
  expect(summary?.own).toBeCloseTo(cost.total ?? 0, 12);
  expect(summary?.losses).toMatchObject([{ cause: "unexplained", times: 1 }]);
});

it("gives no sum of a session without prices, and no list of what it would be the sum of", async () => {
  const project = freshProject();
  const story = trace("s").turn((t) => t.user("Hi.").usage(10));
  await appendEvents(db, project, story.events(), "refuse");
  await worked(db, project);
  const { sessionId } = await findSession(db, project, "s");
  await analyseSession(db, sessionId);
  expect(await getCost(db, project, "s")).toMatchObject({
    currency: null,
    total: null,
    callsTotal: 1,
    calls: 0,
    parts: null,
    carried: null,
    byTool: null,
    byFile: null,
    remedies: null,
    breaks: [],
    floor: { cost: null },
  });
});
