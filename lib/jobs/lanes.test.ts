import { describe, expect, it } from "vitest";
import { analyseJob, analyseNewJob, deriveJob, deriveOnJob, replayJob, makeSavedJob } from "./job";
import { findLane, listFlags, isLasting } from "./lanes";

describe("the lane of a job", () => {
  it("is that of short work for what makes turns readable and for short sessions, and no other", () => {
    expect(listFlags(deriveJob("p", "s"))).toEqual(["interactive"]);
    expect(listFlags(analyseNewJob("p"))).toEqual(["analysis"]);
    expect(listFlags(analyseJob("p", "s", { events: 500 }))).toEqual(["analysis"]);
    expect(listFlags(analyseJob("p", "s", { events: 501 }))).toEqual(["long analysis"]);
    expect(listFlags(deriveOnJob("p", "s"))).toEqual(["bulk"]);
    expect(listFlags(replayJob("p", "s", "r"))).toEqual(["bulk"]);
    expect(listFlags(makeSavedJob("p", "j", "audit"))).toEqual(["bulk"]);
    expect(listFlags(makeSavedJob("p", "j", "import"))).toEqual(["apart"]);
  });

  it("is read from a job's mark, also from none", () => {
    for (const job of [
      deriveJob("p", "s"),
      deriveOnJob("p", "s"),
      analyseJob("p", "s", { events: 501 }),
      analyseNewJob("p"),
      makeSavedJob("p", "j", "import"),
    ]) {
      const [mark] = listFlags(job);
      expect(findLane({ [mark]: true })).toBe(job.lane);
      expect(isLasting(mark)).toBe(job.lane !== "interactive");
    }
    expect(findLane(null)).toBe("interactive");
  });

  it("lets the shorter of two sessions be analysed first", () => {
    const after = [4, 400, 4_000, 40_000].map((events) => analyseJob("p", "s", { events }).afterS);
    expect(after).toEqual([...after].sort((a, b) => a - b));
    expect(after.at(-1)).toBeLessThan(60);
  });
});
