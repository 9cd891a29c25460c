import { describe, expect, it } from "vitest";
import type { SeriesPoint } from "../answers";
import { makeSeriesCard } from "./card";
import { partOf } from "@/lib/testing/part-of";

const point = (turn: number, windowTokens: number | null) =>
  partOf<SeriesPoint>({
    turn,
    bucket: { from: turn, to: turn, turns: 1 },
    contextWindow: null,
    windowKnown: true,
    windowTokens,
    provenance: "measured" as const,
    bySource: { tool_result: windowTokens ?? 0 },
    residual: null,
    delta: null,
    deltaProvenance: "unavailable" as const,
    causedByTurn: null,
    modelChanged: false,
    markers: { evictions: 1, evictedTokens: 0, compactions: 0, spike: false },
  });

describe("the image of a view", () => {
  it("holds signs that the font at hand has, so that no other is asked for", () => {
    const { title, line } = makeSeriesCard("Сессия ███ 日本 👩‍💻 of Ada", [point(0, 10)]);
    expect(title + line).toMatch(/^[\x20-\x7e]*$/);
    expect(title).toContain("###");
  });

  it("stays within its box, with a bar for every turn of which the window is known", () => {
    const { bars, line } = makeSeriesCard("t", [point(0, 10), point(1, null), point(2, 40)]);
    expect(bars.map(({ turn }) => turn)).toEqual([0, 2]);
    for (const { x, y, width, height } of bars) {
      expect(x + width).toBeLessThanOrEqual(1 + 1e-9);
      expect(y + height).toBeLessThanOrEqual(1 + 1e-9);
    }
    expect(line).toBe("3 turns; the fullest window had 40 tokens. 3 evictions.");
  });

  it("tells the fullest window as it is known, and draws a call without usage no lower than its neighbours", () => {
    const measured = { ...point(0, 40), bySource: { tool_result: 10 }, residual: 30 };
    const { bars, line } = makeSeriesCard("t", [measured, point(1, 20)]);
    expect(line).toContain("the fullest window had 40 tokens");
    const heights = [0, 1].map((turn) =>
      bars.filter((bar) => bar.turn === turn).reduce((sum, { height }) => sum + height, 0),
    );
    expect(heights[1]).toBeGreaterThan(heights[0] ?? 1);
  });

  it("says that a session without turns has none", () => {
    expect(makeSeriesCard("t", [])).toMatchObject({ bars: [], line: "No turns." });
  });
});
