import type { TurnIndex, Tokens } from "../../units";
import type { SessionMeta, Calibration, Session } from "../session";
import type { Figure } from "../turn-figures";

export interface SessionTotals {
  readonly meta: SessionMeta;
  readonly turns: number;
  readonly lastTurn: TurnIndex | null;
  readonly blocks: number;
  readonly toolCalls: number;
  readonly repeats: number;
  readonly evictions: number;
  readonly compactions: number;
  readonly evictedTokens: Tokens | null;
  readonly peak: {
    readonly turn: TurnIndex;
    readonly window: Figure;
    readonly contextWindow: Tokens | null;
  } | null;
  /** Hashes of the calls with which a copy of this session may begin: the first one, and the first ones after compactions. */
  readonly openings: readonly string[];
  readonly calibration: Calibration;
  readonly gaps: Session["gaps"];
  readonly warnings: Session["warnings"];
}
