import { expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";
import { testWorker, worked } from "@/lib/testing/worker";
import { MODELS_MAX } from "@/lib/db/reads/usage";
import { listTurns } from "./list-turns";
import { readSessionCost } from "./session-cost";
import { findSession } from "../reading/find-session";

testWorker();
const db = testDatabase();
const MILLION = 1_000_000;

async function costOf(events: readonly TraceEvent[]) {
  const project = freshProject();
  await appendEvents(db, project, events, "refuse");
  await worked(db, project);
  const { sessionId } = await findSession(db, project, "s");
  const query = { from: undefined, to: undefined, maxPoints: 100 };
  const { turns } = await listTurns(db, project, "s", query);
  return { session: await readSessionCost(db, project, sessionId), turns: turns.map(({ cost }) => cost) };
}

it("a call that names no model costs what the model of its session costs", async () => {
  const model = "claude-sonnet-4-5";
  const named = await costOf(
    trace("s")
      .turn((t) => t.user("Hi.").usage(MILLION).with({ model }))
      .events(),
  );
  const unnamed = await costOf(
    trace("s", { model })
      .turn((t) => t.user("Hi.").usage(MILLION))
      .events(),
  );
  expect(unnamed).toEqual(named);
  expect(named.session).toHaveLength(1);
  expect(named.turns[0]).not.toBeNull();
  const unknown = await costOf(
    trace("s")
      .turn((t) => t.user("Hi.").usage(MILLION))
      .events(),
  );
  expect(unknown).toEqual({ session: [], turns: [null] });
});

it("is counted for the models that are called most often, however many are named", async () => {
  const model = "claude-sonnet-4-5";
  const project = freshProject();
  const turns = Array.from({ length: MODELS_MAX + 20 }, (_, i) => `other-${i}`);
  let story = trace("s");
  for (const name of [model, ...turns, model])
    story = story.turn((t) => t.says("x").usage(MILLION).with({ model: name }));
  await appendEvents(db, project, story.events(), "refuse");
  await worked(db, project);
  const { sessionId } = await findSession(db, project, "s");
  const sizes: number[] = [];
  const counting = new Proxy(db, {
    get: (target, name) => {
      if (name !== "$queryRawUnsafe") return Reflect.get(target, name) as unknown;
      return async (...asked: Parameters<typeof db.$queryRawUnsafe>) => {
        const rows = await target.$queryRawUnsafe<unknown[]>(...asked);
        sizes.push(rows.length);
        return rows;
      };
    },
  });
  expect(await readSessionCost(counting, project, sessionId)).toMatchObject([
    { calls: 2, callsTotal: turns.length + 2 },
  ]);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MODELS_MAX + 1);
});

it("prices each part at its own rate, each call at the list of its day, and a call inside at its own model's", async () => {
  const at = (day: string) => ({ at: Date.parse(`${day}T10:00:00Z`) });
  const { session, turns } = await costOf(
    trace("s")
      .turn((t) =>
        t.user("One.").with({
          ...at("2026-08-01"),
          model: "gpt-5.6-sol",
          usage: { input: 200_000, output: 0, tier: "batch" },
        }),
      )
      .turn((t) =>
        t
          .says("Two.")
          .with({ ...at("2026-08-30"), model: "gpt-5.6-sol", usage: { input: 300_000, output: 0 } }),
      )
      .turn((t) =>
        t.says("Three.").with({
          ...at("2026-08-31"),
          model: "claude-sonnet-4-6",
          usage: {
            input: 300_000,
            cacheRead: 100_000,
            cacheWrite: 200_000,
            cacheWriteHour: 150_000,
            output: 1_000,
            webSearches: 3,
            statedCost: 1.3,
            inside: [{ model: "claude-opus-4-5", input: 10_000, output: 100 }],
          },
        }),
      )
      .turn((t) =>
        t.says("Four.").with({ ...at("2026-09-01"), model: "gpt-5", usage: { input: 9, tier: "x" } }),
      )
      .events(),
  );
  // By hand: 0.2 × $5 / 2; 0.3 × $4 × 2 for its length; then 0.1 × $0.30 + 0.05 × $3.75 + 0.15 × $6 + 0.001 × $15, three
  // searches at one cent, and 0.01 × $5 + 0.0001 × $25 inside.
  const third = 0.03 + 0.1875 + 0.9 + 0.015 + 0.03 + 0.0525;
  expect(session).toMatchObject([
    { currency: "USD", calls: 3, callsTotal: 4, stated: { total: 1.3, calls: 1 } },
  ]);
  expect(session[0]?.total).toBeCloseTo(0.5 + 2.4 + third, 9);
  expect(session[0]?.cacheWriteHour).toBeCloseTo(0.9, 9);
  const sumOf = (turn: (typeof turns)[number] | undefined) =>
    turn && turn.uncached + turn.cacheRead + turn.cacheWrite + turn.output + turn.other;
  expect(turns.slice(0, 3).map(sumOf)).toEqual(
    [0.5, 2.4, third].map((sum) => expect.closeTo(sum, 9) as number),
  );
  expect(turns[3]).toBeNull();
});
