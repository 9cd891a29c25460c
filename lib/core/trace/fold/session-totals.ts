import type { TurnIndex, Tokens } from "../../units";
import type { SessionMeta, Figure, Calibration, Session } from "../session";

export interface SessionTotals {
  readonly meta: SessionMeta;
  readonly turns: number;
  readonly lastTurn: TurnIndex | null;
  readonly blocks: number;
  readonly toolCalls: number;
  readonly repeats: number;
  readonly evictions: number;
  readonly compactions: number;
  /** `null` if there were evictions and the size of none is known. */
  readonly evictedTokens: Tokens | null;
  /** The turn with the largest known window; the first of equal ones. */
  readonly peak: {
    readonly turn: TurnIndex;
    readonly window: Figure;
    readonly contextWindow: Tokens | null;
  } | null;
  readonly calibration: Calibration;
  readonly gaps: Session["gaps"];
  readonly warnings: Session["warnings"];
}
