import type { MinimapBar } from "../chart/minimap";
import type { TurnRange } from "../chart/scale";
import type { Lane } from "./decode";

const BINS_MAX = 400;

export function measureExitDensity(lanes: readonly Lane[], whole: TurnRange): MinimapBar[] {
  const turns = whole.to - whole.from + 1;
  const size = Math.max(1, Math.ceil(turns / BINS_MAX));
  const bars = Array.from({ length: Math.ceil(turns / size) }, (_, i) => ({
    from: whole.from + i * size,
    to: Math.min(whole.to, whole.from + (i + 1) * size - 1),
    value: 0,
    marked: false,
  }));
  for (const { evictions } of lanes) {
    for (const { turn, neededAt, refetched } of evictions) {
      const bar = bars[Math.floor((turn - whole.from) / size)];
      if (bar === undefined) continue;
      bar.value++;
      bar.marked ||= neededAt.length > 0 || refetched !== null;
    }
  }
  return bars;
}
