import { describe, expect, it } from "vitest";
import { chooseBudget, describeBudget, projectNext } from "./projected-next";

const MEASURED = { value: 900, provenance: "measured" } as const;

describe("the projected size of the next window", () => {
  it("is what a call read and what it answered", () => {
    const usage = { input: 1_000, output: 200 };
    expect(projectNext({ usage, window: MEASURED, outputSizes: [150] })).toEqual({
      tokens: 1_200,
      input: 1_000,
      output: 200,
      provenance: "measured",
    });
  });

  it("goes by blocks where usage is not known, and says so", () => {
    const window = { value: 900, provenance: "tokenized" } as const;
    expect(projectNext({ usage: null, window, outputSizes: [150] })).toMatchObject({
      tokens: 1_050,
      provenance: "estimated",
    });
  });

  it("is unknown where one of both is", () => {
    expect(projectNext({ usage: null, window: MEASURED, outputSizes: [null] })).toBeNull();
    const unknown = { value: null, provenance: "unavailable" } as const;
    expect(projectNext({ usage: null, window: unknown, outputSizes: [9] })).toBeNull();
  });
});

describe("the budget of a turn", () => {
  const defaults = { budgetTokens: null, budgetShare: 0.8 };

  it("is the session's own, else the project's in tokens, else a share of the window", () => {
    expect(chooseBudget(5_000, 10_000, defaults)).toMatchObject({ tokens: 5_000, from: "recorded" });
    expect(chooseBudget(null, 10_000, { ...defaults, budgetTokens: 6_000 })?.tokens).toBe(6_000);
    expect(chooseBudget(null, 10_000, defaults)).toMatchObject({ tokens: 8_000, from: "project share" });
    expect(chooseBudget(null, null, defaults)).toBeNull();
  });

  it("says who set it", () => {
    const share = chooseBudget(null, 10_000, defaults);
    expect(share === null ? "" : describeBudget(share)).toBe(
      " (the project's default: 80 % of the context window)",
    );
  });
});
