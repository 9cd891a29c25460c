import { describe, expect, it } from "vitest";
import { analyseJob, analyseNewJob, deriveJob, deriveOnJob, replayJob, savedJob } from "./job";
import { ANALYSIS, BULK, flagsOf, WorkLanes } from "./lanes";

/** WorkLanes of a worker whose processor time is set by hand. */
function lanesOf() {
  let cpu = 0;
  const lanes = new WorkLanes(() => cpu);
  return { lanes, work: (ms: number) => void (cpu += ms) };
}

describe("analyses", () => {
  it("begin at any time while nothing is made readable", () => {
    const { lanes, work } = lanesOf();
    const end = lanes.begin("analyse", 0);
    expect(lanes.forbidden(1)).toEqual([]);
    work(500);
    end(500);
    expect(lanes.forbidden(501)).toEqual([]);
  });

  it("rest for nine times their processor time while sessions are derived, however long they took by the clock", () => {
    const { lanes, work } = lanesOf();
    const analysed = lanes.begin("analyse", 0);
    work(10);
    analysed(5_000);
    lanes.begin("derive", 5_000);
    expect(lanes.forbidden(5_089)).toEqual([ANALYSIS]);
    expect(lanes.forbidden(5_090)).toEqual([]);
  });

  it("rest for two seconds at most", () => {
    const { lanes, work } = lanesOf();
    const analysed = lanes.begin("analyse", 0);
    work(60_000);
    analysed(60_000);
    lanes.begin("project", 61_000);
    expect(lanes.forbidden(61_999)).toEqual([ANALYSIS]);
    expect(lanes.forbidden(62_000)).toEqual([]);
  });

  it("do not wait for a derivation that has gone on for more than two seconds, and has ended", () => {
    const { lanes, work } = lanesOf();
    const derived = lanes.begin("derive", 0);
    const analysed = lanes.begin("analyse-new", 1_500);
    expect(lanes.forbidden(1_600)).toEqual([ANALYSIS]);
    expect(lanes.forbidden(2_000)).toEqual([]);
    work(100);
    analysed(3_000);
    expect(lanes.forbidden(3_001)).toEqual([]);
    derived(4_000);
    expect(lanes.forbidden(4_001)).toEqual([]);
  });

  it("wait a moment longer than derivations, which often go on", () => {
    const { lanes, work } = lanesOf();
    lanes.begin("derive", 0)(10);
    const analysed = lanes.begin("analyse", 10);
    work(100);
    analysed(20);
    expect(lanes.forbidden(109)).toEqual([ANALYSIS]);
    expect(lanes.forbidden(110)).toEqual([]);
  });

  it("share the processor time with what ran beside them", () => {
    const { lanes, work } = lanesOf();
    const analysed = lanes.begin("analyse", 0);
    const saved = lanes.begin("saved", 0);
    work(20);
    saved(20);
    analysed(20);
    lanes.begin("derive", 20);
    expect(lanes.forbidden(109)).toEqual([ANALYSIS]);
    expect(lanes.forbidden(110)).toEqual([]);
  });
});

describe("the lane of a job", () => {
  it("is that of short work for what makes turns readable and for short sessions, and no other", () => {
    expect(flagsOf(deriveJob("p", "s"))).toEqual([]);
    expect(flagsOf(analyseNewJob("p"))).toEqual([ANALYSIS]);
    expect(flagsOf(analyseJob("p", "s", { events: 500 }))).toEqual([ANALYSIS]);
    expect(flagsOf(analyseJob("p", "s", { events: 501 }))).toEqual([BULK, ANALYSIS]);
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
