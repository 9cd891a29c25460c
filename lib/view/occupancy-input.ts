import type { BySource } from "@/lib/core/trace/session";
import type { LimitProvenance, Provenance } from "@/lib/core/vocabulary";
import type { SourceGroup } from "./chart/palette";

/**
 * The occupancy chart as data.
 *
 *   markers   ▾        ▾  ◆            what left, compactions, spikes
 *   area      ▁▂▃▄▅▅▃▃▄▅▆▂▂▃            tokens by source, one step per turn
 *   deltas    ▪▪▪█▪▪ ▪▪▪▪               growth, drawn at the turn that caused it
 *   minimap   the whole session, with the visible range
 */

export interface TurnCost {
  readonly currency: string;
  readonly uncached: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

export interface SeriesPoint {
  readonly turn: number;
  readonly bucket: { readonly from: number; readonly to: number; readonly turns: number };
  readonly contextWindow: number | null;
  readonly contextWindowProvenance?: LimitProvenance;
  readonly windowKnown: boolean;
  readonly windowTokens: number | null;
  readonly provenance: Provenance;
  readonly bySource: BySource;
  readonly residual: number | null;
  readonly delta: number | null;
  readonly deltaProvenance: Provenance;
  readonly causedByTurn: number | null;
  readonly modelChanged: boolean;
  readonly cost?: TurnCost | null;
  readonly tookMs?: number | null;
  readonly markers: {
    readonly evictions: number;
    readonly evictedTokens: number;
    readonly compactions: number;
    readonly spike: boolean;
  };
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
}
