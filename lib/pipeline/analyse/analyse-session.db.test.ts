import { describe, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { ANALYSED_TABLES } from "@/lib/db/derived/tables";
import { makeSessionKey } from "@/lib/db/session-id";
import { getPlan } from "@/lib/queries/findings/get-plan";
import { getSession } from "@/lib/queries/session/get-session";
import { listEvictions } from "@/lib/queries/session/list-evictions";
import { listLanes } from "@/lib/queries/session/list-lanes";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import type { TurnBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { derivedRows } from "@/lib/testing/derived-rows";
import { analyseSession } from "./analyse-session";
import { demoStory } from "@/lib/demo";

testWorker();
const db = testDatabase();
const SESSION = "demo-refund-7741";
const query = { limit: 100, offset: 0 };

async function stored(events: readonly TraceEvent[], project = freshProject()): Promise<string> {
  await appendEvents(db, project, events, "refuse");
  await worked(db, project);
  return project;
}

describe("the analysis of a session", () => {
  it("is made by a worker, without anybody having asked for it", async () => {
    const project = await stored(demoStory("refund"));
    const plan = await getPlan(db, project, SESSION, query);
    expect(plan.analysed).toBe(true);
    expect(plan.counts).toMatchObject({ dangling: 1, live: 3 });
    expect(plan.edges[0]).toMatchObject({
      from: "result:order",
      to: { turn: 4, step: "branch", blockId: "call:mail" },
      state: "dangling",
      leftTurn: 4,
    });
    expect(plan.plans[0]?.steps.map(({ id, status }) => [id, status])).toContainEqual([
      "branch",
      "completed",
    ]);
    expect(plan.plans[0]?.presence).toMatchObject([{ blockId: "answer-2", from: 2, mode: "full" }]);
    expect(plan.blocks.find(({ blockId }) => blockId === "result:order")?.residencies).toMatchObject([
      { from: 1, to: 3 },
    ]);
  });

  it("says of an eviction who needed what had left", async () => {
    const project = await stored(demoStory("refund"));
    const { evictions } = await listEvictions(db, project, SESSION, query);
    const order = evictions.find(({ blockId }) => blockId === "result:order");
    expect(order?.neededBy).toMatchObject([
      { turn: 4, step: "branch", state: "dangling", blockId: "call:mail" },
    ]);
    expect((await getSession(db, project, SESSION)).counts.dangling).toBe(1);
  });

  it("says what fetching again brought, for lanes and evictions", async () => {
    const read = (t: TurnBuilder, file: string, id: string) => t.calls("read_file", { path: file }, id);
    const story = trace("again")
      .turn((t) => read(read(read(t.user("Go."), "a.ts", "a"), "b.ts", "b"), "c.ts", "c"))
      .turn((t) =>
        t.result("a", "const a = 1").result("b", "const b = 1").result("c", "const c = 1").says("On."),
      )
      .turn((t) => t.drop(...["a", "b", "c"].flatMap((id) => [`call:${id}`, `result:${id}`])).says("Again."))
      .turn((t) => read(read(read(t, "a.ts", "a2"), "b.ts", "b2"), "c.ts", "c2"))
      .turn((t) =>
        t.result("a2", "const a = 1").result("b2", "const b = 2").result("c2", "ENOENT: no such file"),
      );
    const project = await stored(story.events());
    const { evictions } = await listEvictions(db, project, "again", query);
    const outcomes = evictions.flatMap(({ blockId, refetchOutcome }) =>
      blockId.startsWith("result:") ? `${blockId} ${refetchOutcome ?? "none"}` : [],
    );
    expect(outcomes.toSorted()).toEqual(["result:a equal", "result:b changed", "result:c failed"]);
    const lanes = await listLanes(db, project, "again", query);
    const told = lanes.evictions.refetchedAs.flatMap((word) => lanes.words[word] ?? []);
    expect(told.toSorted()).toEqual(["changed", "equal", "failed"]);
  });

  it("follows the log as it grows, and a rebuild gives equal rows", async () => {
    const events = demoStory("refund");
    const project = await stored(events.slice(0, 9));
    const key = makeSessionKey(project, SESSION);
    expect((await getPlan(db, project, SESSION, query)).counts?.dangling).toBe(0);
    await stored(events.slice(9), project);
    expect((await getPlan(db, project, SESSION, query)).counts?.dangling).toBe(1);
    const grown = await derivedRows(db, key, ANALYSED_TABLES);
    await deriveSession(db, key, { rebuild: true });
    await analyseSession(db, key, { rebuild: true });
    expect(await derivedRows(db, key, ANALYSED_TABLES)).toEqual(grown);
  });

  it("of no session is none", async () => {
    expect(await analyseSession(db, makeSessionKey(freshProject(), "none"))).toBe(false);
  });
});
