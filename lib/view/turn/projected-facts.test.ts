import { describe, expect, it } from "vitest";
import { listProjectedFacts } from "./projected-facts";

const NEXT = { tokens: 9_200, input: 9_000, output: 200, provenance: "measured" } as const;

describe("the projected next window", () => {
  it("is a number with how it was made, held against the budget", () => {
    const budget = { tokens: 8_000, from: "project share", share: 0.8, window: 10_000 } as const;
    const [next, limit] = listProjectedFacts(NEXT, budget);
    expect(next?.value).toContain("9,200");
    expect(next?.title).toContain("9,000 read and 200 answered");
    expect(limit?.value).toBe("8,000, checkpoint needed");
    expect(limit?.title).toContain("80 % of a context window of 10,000");
  });

  it("needs no checkpoint within the budget, and says nothing of what is not known", () => {
    const budget = { tokens: 9_200, from: "recorded", share: null, window: null } as const;
    expect(listProjectedFacts(NEXT, budget)[1]?.value).toBe("9,200");
    expect(listProjectedFacts(null, null)).toEqual([]);
  });
});
