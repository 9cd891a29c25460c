import { describe, expect, it } from "vitest";
import { makeLinearScale } from "../chart/scale";
import { plotMoments } from "./moments";

const box = { left: 0, right: 400, top: 0, bottom: 100 };
const missed = (left: number, wanted: number) => ({
  blockId: `b${left}`,
  left,
  wanted,
  how: "needed" as const,
  tokens: 10,
});

describe("what is drawn over the occupancy", () => {
  it("shades every second exchange", () => {
    const x = makeLinearScale([0, 40], [0, 400]);
    expect(plotMoments({ prompts: [0, 10, 30], missed: [] }, x, box).bands).toEqual([{ x: 100, width: 200 }]);
  });

  it("shades none where they would be stripes", () => {
    const x = makeLinearScale([0, 4_000], [0, 400]);
    const prompts = Array.from({ length: 60 }, (_, n) => n * 10);
    expect(plotMoments({ prompts, missed: [] }, x, box).bands).toEqual([]);
  });

  it("flags checkpoints and restarts in sight", () => {
    const x = makeLinearScale([10, 50], [0, 400]);
    const checkpoints = [
      { turn: 4, is: "taken" as const },
      { turn: 20, is: "taken" as const },
      { turn: 30, is: "restarted" as const },
    ];
    const { flags } = plotMoments({ prompts: [], missed: [], checkpoints }, x, box);
    expect(flags.map(({ x: at, label }) => [at, label])).toEqual([
      [100, "checkpoint at turn 20"],
      [200, "restarted from a checkpoint at turn 30"],
    ]);
  });

  it("draws an arc for what was missed in sight, higher for what was missed longer, inside of the box", () => {
    const x = makeLinearScale([10, 50], [0, 400]);
    const { arcs } = plotMoments(
      { prompts: [], missed: [missed(12, 20), missed(12, 49), missed(2, 20)] },
      x,
      box,
    );
    expect(arcs.map(({ label }) => label)).toEqual([
      "left at turn 12, needed at turn 20",
      "left at turn 12, needed at turn 49",
    ]);
    const tops = arcs.map(({ path }) => 100 - (100 - Number(/C[\d.]+ (-?[\d.]+)/.exec(path)?.[1])) * 0.75);
    expect(tops[0]).toBeGreaterThan(tops[1] ?? 100);
    expect(Math.min(...tops)).toBeGreaterThanOrEqual(0);
  });

  it("keeps a band inside of the turns in sight", () => {
    const x = makeLinearScale([20, 30], [0, 400]);
    expect(plotMoments({ prompts: [0, 10, 25], missed: [] }, x, box).bands).toEqual([{ x: 0, width: 200 }]);
  });
});
