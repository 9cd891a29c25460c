import { describe, expect, it } from "vitest";
import { alignByLandmarks, alignTurns } from "./align";

const landmarks = (...keys: string[]) => keys.map((key, turn) => ({ turn, key, label: key }));

describe("two sessions", () => {
  it("are aligned by their turns, place by place", () => {
    expect(alignTurns([0, 1, 2], [5, 6])).toEqual([
      { a: 0, b: 5, label: "" },
      { a: 1, b: 6, label: "" },
      { a: 2, b: null, label: "" },
    ]);
  });

  it("are aligned by what both did in the same order", () => {
    const steps = alignByLandmarks(
      landmarks("read a", "test", "edit"),
      landmarks("search", "read a", "edit"),
    );
    expect(steps).toContainEqual({ a: 0, b: 1, label: "read a" });
    expect(steps).toContainEqual({ a: 2, b: 2, label: "edit" });
    expect(steps).toContainEqual({ a: null, b: 0, label: "search" });
    expect(steps).toContainEqual({ a: 1, b: null, label: "test" });
  });

  it("with nothing in common are given up after a bound, and not aligned", () => {
    const many = (name: string) => landmarks(...Array.from({ length: 2_000 }, (_, i) => `${name} ${i}`));
    expect(alignByLandmarks(many("a"), many("b"))).toBeNull();
  });
});
