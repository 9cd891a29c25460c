import type { Tokens, TurnIndex } from "../../units";
import type { Eviction, Session, Turn } from "../session";
import { isFuller } from "../peak";
import { identifyCall } from "../call-hash";
import { findGapsAfter } from "./finish";
import type { SessionTotals } from "./session-totals";

/** An opening is the first call, or the first one behind a compaction. Copies of a session are found by them. */
const OPENINGS_MAX = 50;

/** The totals of a session that grows: what each batch of turns adds, so that nothing is counted again. */
export class RunningTotals {
  peak: SessionTotals["peak"] = null;
  readonly gaps: Session["gaps"][number][] = [];
  readonly openings: string[] = [];
  private isFirst = true;
  private evictions = 0;
  /** Evictions whose size is known. */
  private sized = 0;
  private freed: Tokens = 0;
  private lastTurn: TurnIndex = -1;

  add(
    turns: readonly Turn[],
    evictions: readonly Eviction[],
    compacted: ReadonlySet<TurnIndex> = new Set(),
  ): void {
    this.gaps.push(
      ...findGapsAfter(
        this.lastTurn,
        turns.map(({ index }) => index),
      ),
    );
    this.lastTurn = turns.at(-1)?.index ?? this.lastTurn;
    for (const turn of turns) {
      this.notePeak(turn);
      if (this.isFirst || compacted.has(turn.index)) this.noteOpening(turn);
      this.isFirst = false;
    }
    this.evictions += evictions.length;
    for (const { tokensFreed } of evictions) {
      if (tokensFreed === null) continue;
      this.sized++;
      this.freed += tokensFreed;
    }
  }

  get evictedTokens(): Tokens | null {
    return this.evictions > 0 && this.sized === 0 ? null : this.freed;
  }

  private noteOpening({ callHash, at }: Turn): void {
    const opening = identifyCall(callHash, at);
    if (opening !== null && this.openings.length < OPENINGS_MAX) this.openings.push(opening);
  }

  private notePeak({ index, window, contextWindow }: Turn): void {
    if (isFuller(window.tokens, this.peak?.window ?? null))
      this.peak = { turn: index, window: window.tokens, contextWindow };
  }
}
