import { describe, expect, it } from "vitest";
import { describeCacheReadings } from "../../shared/cached-input";
import { makeInclusiveUsage, readCallsOneWay } from "./usage";

const call = (input: number, cacheRead: number, cacheWrite = 0) => {
  const usage = makeInclusiveUsage({ input, cacheRead, cacheWrite });
  return usage === undefined ? {} : { usage };
};

describe("the totals of one client", () => {
  it("are read one way: where one cannot include its cached part, none does", () => {
    const calls = readCallsOneWay([call(900, 0, 400), call(20, 1_300), call(1_500, 1_320)]);
    expect(calls.map(({ usage }) => usage?.input)).toEqual([1_300, 1_320, 2_820]);
    expect(describeCacheReadings(calls).join()).toContain("leave out");
  });

  it("include their cached part where nothing speaks against it", () => {
    const calls = readCallsOneWay([call(900, 400), call(1_500, 1_300)]);
    expect(calls.map(({ usage }) => usage?.input)).toEqual([900, 1_500]);
    expect(describeCacheReadings(calls).join()).toContain("include");
  });

  it("say nothing of a cache that had no part in them", () => {
    expect(describeCacheReadings(readCallsOneWay([call(900, 0)]))).toEqual([]);
  });
});
