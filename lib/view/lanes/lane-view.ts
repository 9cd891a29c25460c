import type { TurnRange } from "../chart/scale";
import { makeLinearScale } from "../chart/scale";
import type { LossMark } from "../losses/loss-marks";
import type { LaneRow } from "./rows";

export interface LaneView {
  readonly rows: readonly LaneRow[];
  /** The visible turns. While zooming, the ends may lie between turns. */
  readonly range: TurnRange;
  readonly lastTurn: number;
  readonly width: number;
  readonly height: number;
  readonly scrollTop: number;
  readonly rowHeight: number;
  readonly labelWidth: number;
  readonly cursor: number | null;
  readonly selected: string | null;
  readonly losses: readonly LossMark[];
}

/** In pixels. */
export const AXIS_HEIGHT = 20;
export const CHAR_PX = 5.9;

const WIDE = /[mwMW@%—]/;
const NARROW = /[iljtfrI.,:;'|!()[\] ]/;

/** In pixels. It is too large rather than too small, so that what follows does not touch the text. */
export function measureText(text: string, size: number): number {
  let share = 0;
  for (const sign of text)
    share += WIDE.test(sign) ? 0.92 : NARROW.test(sign) ? 0.36 : /[A-Z\u2e80-\uffff]/.test(sign) ? 0.74 : 0.6;
  return share * size;
}
/** The row heights, in pixels, from which labels have room. */
export const LABELS_FROM_PX = 14;
const RIGHT = 10;

export function makeLaneScale({
  range,
  width,
  labelWidth,
}: Pick<LaneView, "range" | "width" | "labelWidth">) {
  return makeLinearScale([range.from, range.to + 1], [labelWidth, Math.max(labelWidth + 1, width - RIGHT)]);
}
