import { describe, expect, it } from "vitest";
import { FairClock } from "./fair-clock";

describe("whoever asks for much", () => {
  it("comes behind those that ask for little, in the order of asking, and never further than a bound", () => {
    const clock = new FairClock(20, 10_000);
    const flood = Array.from({ length: 5_000 }, (_, i) => clock.note("flood", i / 10));
    expect(flood[0]).toBe(0);
    expect(flood).toEqual([...flood].sort((a, b) => a - b));
    expect(flood.at(-1)).toBe(10_000);
    expect(clock.note("quiet", 500)).toBe(0);
  });

  it("keeps its place among its own requests: a later one never passes an earlier one", () => {
    const clock = new FairClock(20, 1_000);
    const due = Array.from({ length: 500 }, (_, i) => i + clock.note("flood", i));
    expect(due).toEqual([...due].sort((a, b) => a - b));
  });

  it("is first again when it has paused for as long as its requests took", () => {
    const clock = new FairClock(20, 10_000);
    for (let i = 0; i < 100; i++) clock.note("flood", 0);
    expect(clock.note("flood", 1_000)).toBe(1_000);
    expect(clock.note("flood", 2_020)).toBe(0);
  });

  it("is not held up by a clock of the machine that was set back", () => {
    const clock = new FairClock(20, 1_000);
    clock.note("one", 1_000_000);
    expect(clock.note("one", 0)).toBeLessThanOrEqual(1_000);
  });
});
