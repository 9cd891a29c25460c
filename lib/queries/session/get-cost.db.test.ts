import { expect, it } from "vitest";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { appendEvents } from "@/lib/db/log/append";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";
import { testWorker, worked } from "@/lib/testing/worker";
import { findSession } from "../reading/find-session";
import { getCost } from "./get-cost";
import { getSession } from "./get-session";

testWorker();
const db = testDatabase();

const sum = (parts: Awaited<ReturnType<typeof getCost>>["parts"]) =>
  Object.values(parts).reduce((total, { cost }) => total + cost, 0);

it("adds up its parts to the total, which has side calls in it, and to one with sub-agents", async () => {
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
  expect(cost.total).toBeCloseTo(own + side, 9);
  expect(cost.withChildren).toBeCloseTo(own + side + 0.5, 9);
  expect(sum(cost.parts)).toBeCloseTo(cost.total ?? 0, 9);
  expect(cost.parts.side.cost).toBeCloseTo(side, 9);
  expect(cost.breaks).toMatchObject([
    { turn: 2, kept: 15_000, read: 0, cause: "unexplained", standing: "suspected" },
  ]);
  expect(cost.carried.find(({ toolCallId }) => toolCallId === "c1")).toMatchObject({ toolName: "read" });
  const { costs, costsWithChildren } = await getSession(db, project, "s");
  expect(costs[0]?.total).toBeCloseTo(own, 9);
  expect(costsWithChildren[0]?.total).toBeCloseTo(cost.withChildren ?? 0, 9);
});

it("says nothing of a session before it is analysed, and no sum of one without prices", async () => {
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
  });
});
