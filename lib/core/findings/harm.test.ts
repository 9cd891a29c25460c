import { describe, expect, it } from "vitest";
import { measureHarm } from "./harm";

type Case = Parameters<typeof measureHarm>[0][number];

const found = (code: string, numbers: Case["numbers"] = {}, parts: Partial<Case> = {}): Case => ({
  code,
  numbers,
  severity: "warning",
  standing: "proved",
  ...parts,
});
const TURN_TOKENS = 1_000;

describe("the harm of a cause", () => {
  it("is the calls in vain and the turns' worth of tokens of its kind", () => {
    expect(measureHarm([found("error.again", { attempts: 8, stood: 7, left: 0 })], TURN_TOKENS)).toBe(8);
    expect(measureHarm([found("cache.broken", { losses: 2, tokens: 5_500 })], TURN_TOKENS)).toBe(5.5);
    expect(measureHarm([found("refetch.after_eviction", { times: 2, tokens: 3_000 })], TURN_TOKENS)).toBe(5);
  });

  it("is not what only left, or how large something is", () => {
    expect(
      measureHarm([found("eviction.silent", { blocks: 9, tokens: 82_000, turns: 5 })], TURN_TOKENS),
    ).toBe(1);
    expect(measureHarm([found("context.budget_exceeded", { peak: 90_000, turns: 40 })], TURN_TOKENS)).toBe(1);
  });

  it("counts the calls of a loop and its duplicates once, and each result that was fetched again", () => {
    const loop = found("call.loop", { period: 1, rounds: 94, calls: 94 }, { severity: "serious" });
    expect(measureHarm([loop, found("call.duplicate", { times: 94, tokens: 0 })], TURN_TOKENS)).toBe(940);
    const refetch = found("refetch.after_eviction", { times: 2, tokens: 1_000 });
    expect(measureHarm([refetch, refetch], TURN_TOKENS)).toBe(6);
  });

  it("is weighed by the gravest of the cause, and by nothing that is only suspected", () => {
    const doubt = found("call.loop", { calls: 50 }, { standing: "suspected", severity: null });
    expect(measureHarm([found("x", {}, { severity: "note" }), doubt], TURN_TOKENS)).toBe(0.1);
    expect(measureHarm([doubt], TURN_TOKENS)).toBe(0);
  });

  it("takes tokens as one turn where no window has a size", () => {
    expect(measureHarm([found("cache.broken", { tokens: 5_500 })], null)).toBe(1);
    expect(measureHarm([found("call.duplicate", { times: 3, tokens: 900 })], null)).toBe(4);
  });
});
