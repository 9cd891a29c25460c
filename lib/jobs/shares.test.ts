import { describe, expect, it } from "vitest";
import { Shares } from "./work-soon";

describe("a project's share", () => {
  it("puts the jobs of a flood behind those of a project that asks for little, and never further than a bound", () => {
    const shares = new Shares();
    const flood = Array.from({ length: 5_000 }, (_, i) => shares.note("flood", i / 10));
    expect(flood).toEqual([...flood].sort((a, b) => a - b));
    expect(flood[0]).toBe(0);
    expect(flood.at(-1)).toBeGreaterThan(3);
    expect(flood.at(-1)).toBeLessThan(20);
    expect(shares.note("quiet", 500)).toBe(0);
  });

  it("is whole again some seconds after the flood", () => {
    const shares = new Shares();
    for (let i = 0; i < 1_000; i++) shares.note("flood", 0);
    expect(shares.note("flood", 100)).toBeGreaterThan(0);
    expect(shares.note("flood", 60_000)).toBe(0);
  });
});
