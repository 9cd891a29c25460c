import { expect, it } from "vitest";
import { appendEvents } from "@/lib/db/log/append";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";
import { testWorker, worked } from "@/lib/testing/worker";
import { getWindow } from "../turn/get-window";
import { listTurns } from "./list-turns";

testWorker();
const db = testDatabase();

/** The budget at the first turn, which the series and the turn's window must give alike. */
async function budgetOfFirst(about: { contextWindow?: number; budget?: number }, settings: object = {}) {
  const project = freshProject();
  await db.project.create({ data: { id: project, name: project, settings } });
  const events = trace("s", about)
    .turn((t) => t.user("Hi."))
    .events();
  await appendEvents(db, project, events, "refuse");
  await worked(db, project);
  const { turns } = await listTurns(db, project, "s", { maxPoints: 10 });
  const window = await getWindow(db, project, "s", 0, { content: "0", order: "window", offset: 0, limit: 1 });
  expect(window.budget?.tokens ?? null).toBe(turns[0]?.budget);
  return turns[0]?.budget;
}

it("a turn's budget is the session's own, else the project's, else unknown", async () => {
  expect(await budgetOfFirst({ contextWindow: 10_000, budget: 3_000 })).toBe(3_000);
  expect(await budgetOfFirst({ contextWindow: 10_000 })).toBe(8_000);
  expect(await budgetOfFirst({ contextWindow: 10_000 }, { findings: { budgetTokens: 5_000 } })).toBe(5_000);
  expect(await budgetOfFirst({})).toBeNull();
});
