import { describe, expect, it } from "vitest";
import type { TrendPoint } from "./trend";
import { findStepStart, computeTrend, computeTrendByCause, listTrendSteps } from "./trend";

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
const session = (day: string, serious: number | null, part: string | null = null): TrendPoint => ({
  at: at(day),
  part,
  values: { serious },
});
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

describe("a trend", () => {
  it("has weeks that begin on Mondays, also in the moment in which one begins", () => {
    expect(day(findStepStart(at("2026-11-22"), "week"))).toBe("2026-11-16");
    expect(day(findStepStart(Date.parse("2026-11-23T00:00:00Z"), "week"))).toBe("2026-11-23");
    expect(day(findStepStart(Date.parse("2026-11-22T23:59:59Z"), "day"))).toBe("2026-11-22");
    expect(listTrendSteps(at("2026-11-24"), "week", 3).map(day)).toEqual([
      "2026-11-09",
      "2026-11-16",
      "2026-11-23",
    ]);
  });

  it("is the mean over the sessions whose value is known, and no 0 where there are none", () => {
    const points = [session("2026-11-16", 2), session("2026-11-18", 4), session("2026-11-19", null)];
    const starts = listTrendSteps(at("2026-11-24"), "week", 2);
    expect(computeTrend(points, "serious", starts, "week")).toEqual([
      { sessions: 3, known: 2, mean: 3, error: 1 },
      { sessions: 0, known: 0, mean: null, error: null },
    ]);
  });

  it("is split by its causes, whose means add up to it", () => {
    const losing = (day: string, causes: [string, number][]): TrendPoint => ({
      ...{ at: at(day), part: null },
      values: { costLost: causes.reduce((sum, [, cost]) => sum + cost, 0) },
      causes: { costLost: new Map(causes) },
    });
    const points = [
      losing("2026-11-16", [
        ["idle", 2],
        ["window_edited", 1],
      ]),
      losing("2026-11-17", [["idle", 4]]),
      session("2026-11-18", 1),
      losing("2026-11-24", []),
      losing("2025-01-01", [["too_short", 9]]),
    ];
    const starts = listTrendSteps(at("2026-11-24"), "week", 2);
    const byCause = computeTrendByCause(points, "costLost", starts, "week");
    expect(byCause.map(({ value, steps }) => [value, ...steps.map(({ mean }) => mean)])).toEqual([
      ["idle", 3, 0],
      ["window_edited", 0.5, 0],
    ]);
    expect(byCause[0]?.steps[0]).toMatchObject({ sessions: 3, known: 2 });
    expect(computeTrendByCause(points, "serious", starts, "week")).toEqual([]);
  });
});
