import { describe, expect, it } from "vitest";
import { findCost, findTier, readWrites } from "./billed";

describe("readWrites", () => {
  it("counts the parts of a split and does not add the total to them", () => {
    const usage = { cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 900 } };
    expect(readWrites(usage, 1_000)).toEqual({ cacheWrite: 1_000, cacheWriteHour: 900 });
    expect(readWrites(usage, undefined)).toEqual({ cacheWrite: 1_000, cacheWriteHour: 900 });
  });

  it("takes the total where nothing is split, also where the parts are all 0", () => {
    expect(readWrites({}, 50)).toEqual({ cacheWrite: 50 });
    const empty = { cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 } };
    expect(readWrites(empty, 50)).toEqual({ cacheWrite: 50 });
    expect(readWrites({}, undefined)).toEqual({});
  });

  it("finds one split however a client nests it, and counts a repeated one once", () => {
    const split = { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 70 };
    const usage = {
      cache_creation: split,
      prompt_tokens_details: { cache_creation_token_details: split },
      "cache_creation.ephemeral_1h_input_tokens": 70,
    };
    expect(readWrites(usage, 70)).toEqual({ cacheWrite: 70, cacheWriteHour: 70 });
    expect(readWrites({ prompt_tokens_details: { cache_creation_token_details: split } }, 70)).toEqual({
      cacheWrite: 70,
      cacheWriteHour: 70,
    });
  });

  it("does not believe a part that is no count", () => {
    expect(readWrites({ ephemeral_1h_input_tokens: "many" }, 5)).toEqual({ cacheWrite: 5 });
    expect(readWrites({ ephemeral_1h_input_tokens: -3 }, 5)).toEqual({ cacheWrite: 5 });
  });
});

it("names a tier only where it is not the standard one", () => {
  expect(findTier({ service_tier: "standard", speed: "standard" })).toBeUndefined();
  expect(findTier({ service_tier: "default" })).toBeUndefined();
  expect(findTier({ service_tier: "Batch" })).toBe("batch");
  expect(findTier({ service_tier: "standard", speed: "fast" })).toBe("fast");
});

it("reads a cost in every form, and takes 0 for unknown", () => {
  expect(findCost({ input: 0.1, total: 0.25 })).toBe(0.25);
  expect(findCost("0.5")).toBe(0.5);
  expect(findCost(0, { total: 0 }, undefined, 2)).toBe(2);
  expect(findCost(Number.NaN, -1, "free")).toBeUndefined();
});
