import { describe, expect, it } from "vitest";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getPlan } from "@/lib/queries/findings/get-plan";
import { listEvictions } from "@/lib/queries/session/list-evictions";
import { listFindings } from "@/lib/queries/findings/list-findings";
import { budget } from "./budget/example";
import { daemon } from "./daemon/example";
import type { Example } from "./example";
import { exampleRun } from "./example-run";
import { EXAMPLES } from "./index";
import { refund } from "./refund/example";
import { sums } from "./sums/example";

const run = exampleRun();
const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);
const page = { limit: 100, offset: 0, from: undefined, to: undefined };

/** The first seed with which an agent fails alone, and is right in the loop. */
async function helped(example: Example) {
  for (const seed of SEEDS) {
    if ((await run.alone(example, seed)).right) continue;
    const looped = await run.recorded(example, seed, true);
    if (looped.outcome.right) return { watched: await run.recorded(example, seed, false), looped };
  }
  throw new Error(`the loop helps ${example.folder} with none of these seeds`);
}

async function evictionsOf(id: string) {
  return (await listEvictions(run.db, DEFAULT_PROJECT, id, page)).evictions;
}

describe.each(EXAMPLES)("$title", (example) => {
  it("does the same alone and watched, and is not worse when it asks and nobody answers", async () => {
    for (const seed of SEEDS.slice(0, 4)) {
      const outcome = await run.alone(example, seed);
      expect((await run.recorded(example, seed, false)).outcome, `seed ${seed}`).toEqual(outcome);
      const unanswered = await run.unanswered(example, seed);
      if (outcome.right) expect(unanswered, `seed ${seed}`).toEqual(outcome);
    }
  });
});

describe("the examples", () => {
  it("refund: the session shows on what the branch was taken; in the loop what the plan needs stays", async () => {
    const { watched, looped } = await helped(refund);
    const edgeOf = async (id: string) =>
      (await getPlan(run.db, DEFAULT_PROJECT, id, { limit: 50, offset: 0 })).edges.find(
        ({ kind, to }) => kind === "declared" && to.step === "branch",
      );
    expect(await edgeOf(watched.id)).toMatchObject({ state: "dangling", executed: true });
    expect(await edgeOf(looped.id)).toMatchObject({ state: "live", executed: true });
    expect(watched.session).toMatchObject({ outcome: "wrong" });
    expect(looped.session).toMatchObject({ outcome: "ok" });
  });

  it.each([refund, budget])(
    "$folder: where nobody answers, the library sees what is needed and keeps it",
    async (example) => {
      const rightSeeds = async (ran: (seed: number) => Promise<{ readonly right: boolean }>) =>
        (await Promise.all(SEEDS.map(ran))).flatMap(({ right }, i) => (right ? [SEEDS[i]] : []));
      const alone = await rightSeeds((seed) => run.alone(example, seed));
      const unanswered = await rightSeeds((seed) => run.unanswered(example, seed));
      expect(unanswered.length).toBeGreaterThan(alone.length);
      expect(unanswered).toEqual(expect.arrayContaining(alone));
    },
  );

  it("budget: the session shows that the task left; in the loop a checkpoint keeps it", async () => {
    const { watched, looped } = await helped(budget);
    const codes = async (id: string) =>
      (await listFindings(run.db, DEFAULT_PROJECT, id, page)).findings.map(({ code }) => code);
    expect(await codes(watched.id)).toContain("policy.protected_violated");
    expect(await codes(looped.id)).not.toContain("eviction.silent");
    expect(looped.outcome.did).toContain("restart");
  });

  it("daemon: the session shows the plan leave; in the loop results leave with references", async () => {
    const { watched, looped } = await helped(daemon);
    expect((await evictionsOf(watched.id)).map(({ sourceKind }) => sourceKind)).toContain("user_goal");
    const left = await evictionsOf(looped.id);
    expect(left.map(({ sourceKind }) => sourceKind)).not.toContain("user_goal");
    const results = left.filter(({ sourceKind }) => sourceKind === "tool_result");
    expect(results.length).toBeGreaterThan(0);
    expect(results.every(({ restorable }) => restorable)).toBe(true);
  });

  it("sums: the loop does not help where nothing leaves the window", async () => {
    for (const seed of SEEDS.slice(0, 6))
      expect((await run.recorded(sums, seed, true)).outcome).toEqual(await run.alone(sums, seed));
  });
});
