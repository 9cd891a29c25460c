import { describe, expect, it } from "vitest";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { listEvictions } from "@/lib/queries/list-evictions";
import { exampleRun } from "../example-run";
import { doJob } from "./agent";
import { publishingModel, SOURCES } from "./script";

const example = exampleRun(publishingModel);

async function done(asks: boolean) {
  const run = await example.watched("publishing daemon", (session) =>
    doJob(example.model(), { session, asks }),
  );
  const page = { limit: 100, offset: 0, from: undefined, to: undefined };
  const { evictions } = await listEvictions(example.db, DEFAULT_PROJECT, run.id, page);
  return { ...run, evictions };
}

describe("the publishing daemon", () => {
  it("publishes by no plan when it is alone, and fetches twice what it has", async () => {
    expect(await doJob(example.model(), null)).toMatchObject({ published: true, right: false });
  });

  it("does the same when it is watched, and its session shows the plan leave and the call made again", async () => {
    const { outcome, evictions, session } = await done(false);
    expect(outcome).toMatchObject({ published: true, right: false });
    expect(session).toMatchObject({ outcome: "wrong" });
    expect(session.counts.repeatedToolCalls).toBeGreaterThan(0);
    expect(evictions.map(({ sourceKind }) => sourceKind)).toContain("user_goal");
  });

  it("validates first when it asks: results leave with references, the plan stays, the gates hold", async () => {
    const { outcome, evictions, session } = await done(true);
    expect(outcome).toEqual({ published: true, right: true, fetches: SOURCES });
    expect(session).toMatchObject({ outcome: "ok" });
    const results = evictions.filter(({ sourceKind }) => sourceKind === "tool_result");
    expect(results.length).toBeGreaterThan(0);
    expect(results.every(({ restorable }) => restorable)).toBe(true);
    expect(evictions.map(({ sourceKind }) => sourceKind)).not.toContain("user_goal");
  });
});
