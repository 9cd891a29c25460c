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

describe("a comparison with a session that is not known yet", () => {
  const since = "2026-01-01T10:00:00.000Z";
  const known = { ...side([5, 6]), evictionsByHow: { cleared: 2 } };

  it("says what is being worked out, and neither that nothing left nor that nothing was found", () => {
    const waiting: ComparedSide = {
      ...side([]),
      session: {
        ...known.session,
        counts: { turns: null, evictions: null },
        pending: { what: "all", since },
      } as unknown as SessionInput,
      evictionsByHow: null,
      findings: null,
    };
    const both = compareSessionsModel(waiting, waiting, "turn", []);
    const told = [both.summary, both.divergence, both.evictions.empty, both.findings.empty];
    for (const words of told) expect(words).toMatch(/ is being worked out since 10:00:00 UTC/);
    expect(compareSessionsModel(waiting, known, "turn", []).evictions.rows).toMatchObject([
      { a: "–", b: "2", difference: "–" },
    ]);
  });

  it("says of what both have nothing that there is nothing", () => {
    const both = compareSessionsModel(side([1]), side([1]), "turn", steps(1));
    expect([both.evictions.empty, both.findings.empty]).toEqual([
      "Nothing left either window.",
      "Nothing was found in either.",
    ]);
  });
});
