import { expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";
import { testWorker, worked } from "@/lib/testing/worker";
import { MODELS_MAX } from "@/lib/db/reads/usage";
import { listTurns } from "./list-turns";
import { sessionCost } from "./session-cost";
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
  return { session: await sessionCost(db, project, sessionId), turns: turns.map(({ cost }) => cost) };
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
      if (name !== "$queryRaw") return Reflect.get(target, name) as unknown;
      return async (...asked: Parameters<typeof db.$queryRaw>) => {
        const rows = await target.$queryRaw<unknown[]>(...asked);
        sizes.push(rows.length);
        return rows;
      };
    },
  });
  expect(await sessionCost(counting, project, sessionId)).toMatchObject([
    { calls: 2, callsTotal: turns.length + 2 },
  ]);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MODELS_MAX + 1);
});
