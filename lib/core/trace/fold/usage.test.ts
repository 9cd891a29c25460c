import { describe, expect, it } from "vitest";
import { readUsage } from "./usage";

describe("readUsage", () => {
  it("splits a total that includes its cached part", () => {
    expect(readUsage({ input: 1_000, cacheRead: 700, cacheWrite: 200, output: 50 })?.usage).toEqual({
      input: 1_000,
      uncached: 100,
      cacheRead: 700,
      cacheWrite: 200,
      output: 50,
      reasoning: null,
      cacheWriteHour: null,
      tier: null,
      statedCost: null,
      webSearches: null,
      inside: null,
    });
  });

  it("adds a cached part that the total left out, and says so", () => {
    const read = readUsage({ input: 3, cacheRead: 20_000, cacheWrite: 500 });
    expect(read?.usage).toMatchObject({ input: 20_503, uncached: 3 });
    expect(read?.exclusive).toBe(true);
  });

  it("takes zero for unknown", () => {
    expect(readUsage({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 })?.usage).toMatchObject({
      input: null,
      output: null,
      cacheRead: null,
    });
    expect(readUsage(undefined)).toBeNull();
  });
});
