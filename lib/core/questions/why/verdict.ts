import type { LedgerReason } from "../../ledger/ledger-rows";
import type { FoundIn } from "../search/search-blocks";
import type { MatchLevel } from "../search/needle";
import type { Reference } from "../../trace/block-facts";
import type { TurnIndex } from "../../units";
import type { CauseProvenance, EvictionHow, Mode } from "../../vocabulary";

/**
 * Why a model did not use something, from furthest to nearest: it was never there, it came too late, it was known but
 * not put in, it was put in and left, or it stood there.
 */
export const VERDICTS = [
  "never_in_session",
  "came_later",
  "never_entered",
  "excluded",
  "ranked_out",
  "cut_by_budget",
  "not_in_excerpt",
  "summarised",
  "evicted",
  "in_window_unused",
  "in_window_used",
  "in_window",
  "window_unknown",
] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * The layer of an agent in which a failure lies. `policy` is for what a context policy left out or took out for a
 * reason other than room. `null` if the recording does not tell.
 */
export const LAYERS = [
  "retrieval",
  "ordering",
  "budget",
  "summary",
  "trust",
  "policy",
  "model",
  "tool",
  "verification",
] as const;
export type Layer = (typeof LAYERS)[number];

export interface Quote {
  readonly blockId: string;
  readonly turn: TurnIndex | null;
  readonly text: string;
}

export interface StandingProof {
  readonly mode: Mode;
  readonly position: number;
  readonly of: number;
  readonly since: TurnIndex;
}

export interface DepartureProof {
  readonly turn: TurnIndex;
  readonly how: EvictionHow;
  readonly cause: string;
  readonly provenance: CauseProvenance;
  readonly reference: Reference | null;
  readonly restorable: boolean;
  readonly reenteredTurn: TurnIndex | null;
}

/** What a summary kept of it. The summary still states `kept` of `sought` values of the block, or the text itself. */
export interface SummaryProof {
  readonly blockId: string | null;
  readonly turn: TurnIndex;
  readonly standing: boolean;
  /** Whether the summary says it; `null` if the text of the summary or of the block is not known. */
  readonly says: boolean | null;
  readonly kept: number;
  readonly sought: number;
  readonly quote: string | null;
}

export interface UseProof {
  readonly found: boolean | null;
  readonly values: readonly string[];
  readonly sought: number;
  readonly method: string;
}

export interface SubjectOutcome {
  readonly verdict: Verdict;
  readonly layer: Layer | null;
  readonly turn: TurnIndex;
  readonly standing: StandingProof | null;
  readonly exclusion: LedgerReason | null;
  readonly departure: DepartureProof | null;
  readonly summary: SummaryProof | null;
}

export interface Candidate {
  readonly sourceId: string;
  readonly block: number | null;
  readonly foundIn: FoundIn | "ledger" | null;
  readonly quote: string | null;
}

export interface Why {
  readonly turn: TurnIndex;
  readonly question: { readonly blockId: string | null; readonly text: string | null };
  readonly answer: string;
  readonly outcome: SubjectOutcome;
  readonly subject: Candidate | null;
  readonly level: MatchLevel | null;
  readonly use: UseProof | null;
  readonly ownWords: readonly Quote[];
  readonly recalledBy: Quote | null;
  readonly others: readonly {
    readonly candidate: Candidate;
    readonly verdict: Verdict;
    readonly turn: TurnIndex;
  }[];
  readonly matches: number;
  readonly caveats: readonly string[];
}
