import { describe, expect, it } from "vitest";
import type { SessionInput } from "../session-rows";
import type { ComparedSide } from "./model";
import { compareSessionsModel } from "./model";

function side(windows: readonly (number | null)[]): ComparedSide {
  return {
    session: { agent: null, model: null, outcome: null, counts: {}, tokens: {} } as unknown as SessionInput,
    cost: null,
    windows: new Map(windows.entries()),
    carried: new Map(),
    evictionsByHow: {},
    findings: [],
  };
}

const steps = (count: number) => Array.from({ length: count }, (_, i) => ({ a: i, b: i, label: "" }));

describe("the lines of a comparison", () => {
  it("have a point for each step of short sessions", () => {
    const { lines } = compareSessionsModel(side([5, null, 7]), side([1, 2, null]), "turn", steps(3));
    expect(lines).toEqual({
      points: [
        { a: 5, b: 1 },
        { a: null, b: 2 },
        { a: 7, b: null },
      ],
      stepsPerPoint: 1,
      steps: 3,
      top: 7,
    });
  });

  it("have a bounded number of points, and lose no peak", () => {
    const many = 30_001;
    const peak = 17_321;
    const windows = Array.from({ length: many }, (_, i) => (i === peak ? 900 : i % 10));
    const { lines, stepsTotal } = compareSessionsModel(side(windows), side([]), "turn", steps(many));
    expect([stepsTotal, lines.steps, lines.top]).toEqual([many, many, 900]);
    expect(lines.points.length).toBeLessThanOrEqual(2_000);
    expect(lines.points.length * lines.stepsPerPoint).toBeGreaterThanOrEqual(many);
    expect(lines.points[Math.floor(peak / lines.stepsPerPoint)]).toEqual({ a: 900, b: null });
    expect(lines.points.at(-1)?.a).not.toBeNull();
  });
});
