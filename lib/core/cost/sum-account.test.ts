import { describe, expect, it } from "vitest";
import { foldRecording } from "../trace/fold/recording";
import { trace } from "@/lib/testing/trace-builder";
import { buildAccount } from "./account";
import { measureCost } from "./cost-limits";
import { sumAccount } from "./sum-account";

const MODEL = "claude-opus-4-5";

function summaryOf(model: string | undefined) {
  const story = trace("s", model === undefined ? {} : { model })
    .turn((t) =>
      t
        .system(1_000)
        .user(9_000)
        .calls("read", { path: "a" }, "c1")
        .usage(10_000, 100, { cacheRead: 0, cacheWrite: 10_000 }),
    )
    .turn((t) => t.result("c1", 5_000).usage(15_000, 50, { cacheRead: 10_000, cacheWrite: 5_000 }))
    .turn((t) => t.user("Thanks.").usage(15_100, 10, { cacheRead: 0, cacheWrite: 15_100 }));
  return sumAccount(buildAccount({ recording: foldRecording(story.events()), evidence: { edges: [] } }));
}

describe("the summary of a bill", () => {
  it("has parts that add up, each tool with its calls, and the share that was written again", () => {
    const summary = summaryOf(MODEL);
    const sum = Object.values(summary.parts).reduce((total, part) => total + part, 0);
    expect(sum).toBeCloseTo(summary.own, 12);
    // 15,000 of the 15,100 tokens of the last turn had been in the cache: at 6.25 a million. The words of the blocks are estimates.
    expect(summary.parts.rewritten).toBeGreaterThan(0.0925);
    expect(summary.parts.rewritten).toBeLessThanOrEqual(0.09375);
    expect(summary.losses).toMatchObject([{ cause: "unexplained", times: 1 }]);
    expect(summary.tools).toMatchObject([{ name: "read", calls: 1 }]);
    expect(measureCost(summary)).toMatchObject({ losses: 1, total: summary.own });
    expect(measureCost(summary).rewrittenShare).toBeCloseTo(summary.parts.rewritten / summary.own, 12);
  });

  it("has no share and no total without a price, and still counts the losses", () => {
    expect(measureCost(summaryOf(undefined))).toEqual({ total: null, rewrittenShare: null, losses: 1 });
    expect(measureCost(null)).toEqual({ total: null, rewrittenShare: null, losses: null });
  });
});
