import { describe, expect, it } from "vitest";
import { collectAndCompact, collectGarbage, isWorthCollecting } from "./collect-when-quiet";

const MB = 2 ** 20;

describe("collecting the garbage of a process", () => {
  it.each([
    { what: "quiet after much work", heap: 900, floor: 300, busy: 0.01, isWorth: true },
    { what: "still at work", heap: 900, floor: 300, busy: 0.6, isWorth: false },
    { what: "hardly larger than before", heap: 350, floor: 300, busy: 0, isWorth: false },
    { what: "small, and twice as large as before", heap: 80, floor: 40, busy: 0, isWorth: false },
  ])("$what: $isWorth", ({ heap, floor, busy, isWorth }) => {
    expect(isWorthCollecting({ heap: heap * MB, floor: floor * MB, busy, quietLooks: 1 })).toBe(isWorth);
  });

  it("is worth it once more when the process has been quiet for a minute and a half, whatever the heap", () => {
    const looks = Array.from({ length: 60 }, (_, i) => ({
      heap: 300 * MB,
      floor: 300 * MB,
      busy: 0,
      quietLooks: i + 1,
    }));
    expect(looks.filter(isWorthCollecting).map(({ quietLooks }) => quietLooks)).toEqual([9]);
    expect(looks.some((looked) => isWorthCollecting({ ...looked, busy: 0.5 }))).toBe(false);
  });

  it("gives back what nobody holds any more", () => {
    let held: number[][] | null = Array.from({ length: 400 }, () => new Array<number>(20_000).fill(0.5));
    const full = process.memoryUsage().heapUsed;
    expect(held).toHaveLength(400);
    held = null;
    collectGarbage();
    expect(process.memoryUsage().heapUsed).toBeLessThan(full - 40 * MB);
  });

  it("gives the heap back to the system, also where something of each page is kept", () => {
    type Node = { readonly i: number; readonly text: string; readonly list: readonly number[] };
    let held: Node[] | null = Array.from({ length: 1_000_000 }, (_, i) => ({
      i,
      text: `text ${i}`,
      list: [i, i + 1],
    }));
    const kept = held.filter(({ i }) => i % 20 === 0);
    collectAndCompact();
    const full = process.memoryUsage().heapTotal;
    held = null;
    collectAndCompact();
    expect(kept).toHaveLength(50_000);
    expect(process.memoryUsage().heapTotal).toBeLessThan(full - 80 * MB);
  });
});
