import { describe, expect, it } from "vitest";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { listFindings } from "@/lib/queries/list-findings";
import { exampleRun } from "../example-run";
import { readPages } from "./agent";
import { readingModel } from "./script";

const example = exampleRun(readingModel);

async function read(asks: boolean) {
  const run = await example.watched("reader", (session) => readPages(example.model(), session, asks));
  const page = { limit: 100, offset: 0 } as never;
  const { findings } = await listFindings(example.db, DEFAULT_PROJECT, run.id, page);
  return { ...run, codes: findings.map(({ code }) => code) };
}

describe("the agent with the long task", () => {
  it("loses its task when it is alone", async () => {
    expect(await readPages(example.model(), null, false)).toMatchObject({ right: false });
  });

  it("loses it as well when it is watched, and its session shows that what may not leave has left", async () => {
    const { outcome, codes, session } = await read(false);
    expect(outcome.right).toBe(false);
    expect(session.counts.evictions).toBeGreaterThan(0);
    expect(codes).toContain("policy.protected_violated");
  });

  it("ends its task from a checkpoint when it asks, with one restart", async () => {
    const { outcome, codes, session } = await read(true);
    expect(outcome).toMatchObject({ right: true, restarts: 1 });
    expect(codes).not.toContain("eviction.silent");
    expect(session).toMatchObject({ outcome: "ok" });
  });
});
