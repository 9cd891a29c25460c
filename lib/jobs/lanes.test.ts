import { describe, expect, it } from "vitest";
import { analyseJob, analyseNewJob, deriveJob, deriveOnJob, replayJob, makeSavedJob } from "./job";
import { BULK, listFlags } from "./lanes";

describe("the lane of a job", () => {
  it("is that of short work for what makes turns readable and for short sessions, and no other", () => {
    expect(listFlags(deriveJob("p", "s"))).toEqual([]);
    expect(listFlags(analyseNewJob("p"))).toEqual([]);
    expect(listFlags(analyseJob("p", "s", { events: 500 }))).toEqual([]);
    expect(listFlags(analyseJob("p", "s", { events: 501 }))).toEqual([BULK]);
    expect(listFlags(deriveOnJob("p", "s"))).toEqual([BULK]);
    expect(listFlags(replayJob("p", "s", "r"))).toEqual([BULK]);
    expect(listFlags(makeSavedJob("p", "j", "audit"))).toEqual([BULK]);
    expect(makeSavedJob("p", "j", "import")).toMatchObject({ lane: "apart", task: "import" });
  });

  it("lets the shorter of two sessions be analysed first", () => {
    const after = [4, 400, 4_000, 40_000].map((events) => analyseJob("p", "s", { events }).afterS);
    expect(after).toEqual([...after].sort((a, b) => a - b));
    expect(after.at(-1)).toBeLessThan(60);
  });
});
