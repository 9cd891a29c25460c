import { describe, expect, it } from "vitest";
import { sortHarm } from "./harm-sort";

const left = { is: "left", block: "r1", turn: 5 } as const;
const stood = { is: "stands", block: "r1", turn: 5 } as const;
const absent = (turn: number, parts = {}) => ({ is: "absent", turn, ...parts }) as const;
const sort = (code: string, ...claims: Parameters<typeof sortHarm>[0]["claims"]) =>
  sortHarm({ code, from: 4, claims });

describe("the sort of harm of a finding", () => {
  it("is a loss where more of its claims say that something was gone than that it stood", () => {
    expect(sort("error.again", left)).toBe("lost");
    expect(sort("error.again", left, stood)).toBe("failed");
    expect(sort("plan.left_window", absent(4))).toBe("lost");
  });

  it("is none where a value stood nowhere before, or not in one block", () => {
    expect(sort("reference.spliced", absent(0, { until: 4 }))).toBe("failed");
    expect(sort("citation.unmarked", absent(4, { block: "a1" }))).toBe("failed");
  });

  it("is waste where its kind counts tokens or the window grew", () => {
    expect(sort("cache.broken")).toBe("wasted");
    expect(sort("call.duplicate", stood)).toBe("wasted");
    expect(sort("context.spike")).toBe("wasted");
    expect(sort("context.budget_exceeded")).toBe("wasted");
  });

  it("is else that something failed or does not hold", () => {
    expect(sort("call.loop", stood)).toBe("failed");
    expect(sort("gate.failed")).toBe("failed");
    expect(sort("unknown to this version")).toBe("failed");
  });
});
