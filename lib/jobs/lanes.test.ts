import { describe, expect, it } from "vitest";
import { analyseJob, analyseNewJob, deriveJob, deriveOnJob, replayJob, savedJob } from "./job";
import { BULK, flagsOf } from "./lanes";

describe("the lane of a job", () => {
  it("is that of short work for what makes turns readable and for short sessions, and no other", () => {
    expect(flagsOf(deriveJob("p", "s"))).toEqual([]);
    expect(flagsOf(analyseNewJob("p"))).toEqual([]);
    expect(flagsOf(analyseJob("p", "s", { events: 500 }))).toEqual([]);
    expect(flagsOf(analyseJob("p", "s", { events: 501 }))).toEqual([BULK]);
    expect(flagsOf(deriveOnJob("p", "s"))).toEqual([BULK]);
    expect(flagsOf(replayJob("p", "s", "r"))).toEqual([BULK]);
    expect(flagsOf(savedJob("p", "j", "audit"))).toEqual([BULK]);
    expect(savedJob("p", "j", "import")).toMatchObject({ lane: "apart", task: "import" });
  });

  it("lets the shorter of two sessions be analysed first", () => {
    const after = [4, 400, 4_000, 40_000].map((events) => analyseJob("p", "s", { events }).afterS);
    expect(after).toEqual([...after].sort((a, b) => a - b));
    expect(after.at(-1)).toBeLessThan(60);
  });
});
