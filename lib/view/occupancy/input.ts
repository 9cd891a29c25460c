import type { LossMark } from "../losses/loss-marks";
import type { LimitProvenance } from "@/lib/core/vocabulary";
import type { SourceGroup } from "../chart/palette";

/**
 * The occupancy chart as data.
 *
 *   markers   ▾        ▾  ◆            what left, compactions, spikes, losses of the cache
 *   area      ▁▂▃▄▅▅▃▃▄▅▆▂▂▃            tokens by source, one step per turn
 *   deltas    ▪▪▪█▪▪ ▪▪▪▪               growth, drawn at the turn that caused it
 *   minimap   the whole session, with the visible range
 */

export interface TurnCost {
  readonly currency: string;
  readonly uncached: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cacheWriteHour: number;
  readonly output: number;
  readonly other: number;
}

export type Unit = "tokens" | "share";
export type Band = SourceGroup | "residual";

export interface OccupancyOptions {
  readonly unit: Unit;
  readonly hidden: ReadonlySet<Band>;
  readonly contextWindow: number | null;
  readonly contextWindowProvenance?: LimitProvenance | undefined;
  readonly budget: number | null;
  /** Compactions after the last call. No turn shows them, but the session counts them. */
  readonly compactionsAfter: number;
  /** The first turn that is no copy of another session's. */
  readonly ownFrom?: number | undefined;
  /** Losses of the prompt cache; left out while they are not known. */
  readonly losses?: readonly LossMark[] | undefined;
}
