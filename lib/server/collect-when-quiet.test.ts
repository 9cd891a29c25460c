import { describe, expect, it } from "vitest";
import { collectGarbage, isWorthCollecting } from "./collect-when-quiet";

const MB = 2 ** 20;

describe("collecting the garbage of a process", () => {
  it.each([
    { what: "quiet after much work", heap: 900, floor: 300, busy: 0.01, isWorth: true },
    { what: "still at work", heap: 900, floor: 300, busy: 0.6, isWorth: false },
    { what: "hardly larger than before", heap: 350, floor: 300, busy: 0, isWorth: false },
    { what: "small, and twice as large as before", heap: 80, floor: 40, busy: 0, isWorth: false },
  ])("$what: $isWorth", ({ heap, floor, busy, isWorth }) => {
    expect(isWorthCollecting({ heap: heap * MB, floor: floor * MB, busy })).toBe(isWorth);
  });

  it("gives back what nobody holds any more", () => {
    let held: number[][] | null = Array.from({ length: 400 }, () => new Array<number>(20_000).fill(0.5));
    const full = process.memoryUsage().heapUsed;
    expect(held).toHaveLength(400);
    held = null;
    collectGarbage();
    expect(process.memoryUsage().heapUsed).toBeLessThan(full - 40 * MB);
  });
});
