import type { Story } from "@/lib/core/story/story-schema";
import type { Scale } from "../chart/scale";
import type { PlotBox } from "./plot";

/** What is drawn over the occupancy: where the user spoke, checkpoints, and from where a block left to where it was wanted. */
export type Moments = Pick<Story, "prompts" | "missed"> & Partial<Pick<Story, "checkpoints">>;

export const NO_MOMENTS: Moments = { prompts: [], missed: [] };

export const MISSED_COLORS: Readonly<Record<Moments["missed"][number]["how"], string>> = {
  needed: "var(--state-dangling)",
  fetched: "var(--state-evicted)",
};

/** From the top of the plot downwards: a flag, hollow for a restart. */
export const FLAG_PATHS = { taken: "M0 0H8L5 4L8 8H0V14", restarted: "M0 14V0L8 4L0 8" } as const;

export interface PlottedMoments {
  /** Every second exchange, so that neighbours can be told apart. */
  readonly bands: readonly { readonly x: number; readonly width: number }[];
  /** Where a checkpoint was taken, or the session began again from one. */
  readonly flags: readonly { readonly x: number; readonly path: string; readonly label: string }[];
  readonly arcs: readonly {
    readonly key: string;
    readonly path: string;
    readonly color: string;
    readonly label: string;
  }[];
}

/** Narrower bands are stripes, not exchanges. */
const BAND_PX = 5;
const ARC_PX_MIN = 14;
const ARC_SHARE_MAX = 0.7;

/**
 * Example: prompts at turns 0, 10 and 30 of 40 give one band, from 10 to 30. A block that left at 12 and was needed at 20 gives an
 * arc from 12 to 20 that is higher the longer the block was missed.
 */
export function plotMoments(
  { prompts, missed, checkpoints = [] }: Moments,
  x: Scale,
  box: PlotBox,
): PlottedMoments {
  const inside = (turn: number) => turn >= x.domain[0] && turn < x.domain[1];
  const height = box.bottom - box.top;
  const turns = Math.max(1, x.domain[1] - x.domain[0]);
  return {
    bands: buildBands(prompts, x, box),
    flags: checkpoints
      .filter(({ turn }) => inside(turn))
      .map(({ turn, is }) => ({
        x: roundPixels(x.to(turn)),
        path: FLAG_PATHS[is],
        label: is === "taken" ? `checkpoint at turn ${turn}` : `restarted from a checkpoint at turn ${turn}`,
      })),
    arcs: missed
      .filter(({ left, wanted }) => inside(left) && inside(wanted))
      .map(({ blockId, left, wanted, how }) => {
        const rise = Math.max(ARC_PX_MIN, height * ARC_SHARE_MAX * Math.sqrt((wanted - left) / turns));
        const [from, to] = [x.to(left), x.to(wanted + 0.5)];
        const base = box.bottom;
        // A cubic curve reaches three quarters of the way to its control points.
        const top = base - rise / 0.75;
        return {
          key: `${blockId} ${left}`,
          path: `M${roundPixels(from)} ${roundPixels(base)}C${roundPixels(from)} ${roundPixels(top)} ${roundPixels(to)} ${roundPixels(top)} ${roundPixels(to)} ${roundPixels(base)}`,
          color: MISSED_COLORS[how],
          label: `left at turn ${left}, ${how === "needed" ? "needed" : "fetched again"} at turn ${wanted}`,
        };
      }),
  };
}

function buildBands(prompts: readonly number[], x: Scale, box: PlotBox): PlottedMoments["bands"] {
  const bands = prompts.flatMap((from, n) => {
    if (n % 2 === 0) return [];
    const [left, right] = [x.to(from), x.to(prompts[n + 1] ?? x.domain[1])].map((at) =>
      Math.min(box.right, Math.max(box.left, at)),
    );
    const width = (right ?? 0) - (left ?? 0);
    return width > 0 ? [{ x: left ?? 0, width }] : [];
  });
  const widths = bands.map(({ width }) => width).sort((a, b) => a - b);
  return (widths[widths.length >> 1] ?? 0) >= BAND_PX ? bands : [];
}

function roundPixels(value: number): number {
  return Math.round(value * 10) / 10;
}
