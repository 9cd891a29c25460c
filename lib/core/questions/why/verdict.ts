import type { LedgerReason } from "../../ledger/ledger";
import type { FoundIn } from "../search/search-blocks";
import type { MatchLevel } from "../search/needle";
import type { Reference } from "../../trace/blocks-schema";
import type { TurnIndex } from "../../units";
import type { CauseProvenance, EvictionHow, Mode } from "../../vocabulary";

/**
 * Why a model did not use something, from the furthest to the nearest: it was never there, it came too late, it was known
 * and not put in, it was put in and left, or it stood there.
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
 * Where in an agent a failure lies, as seed 004 section 9 lists the layers, and `policy` for what a context policy left
 * out or took out for another reason than room. `null` where the recording does not tell.
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

/** A place where a text stands: a block, and the words around it. */
export interface Quote {
  readonly blockId: string;
  readonly turn: TurnIndex | null;
  readonly text: string;
}

/** Where the thing stood in the window. */
export interface StandingProof {
  readonly mode: Mode;
  readonly position: number;
  readonly of: number;
  readonly since: TurnIndex;
}

/** How it left. */
export interface DepartureProof {
  readonly turn: TurnIndex;
  readonly how: EvictionHow;
  readonly cause: string;
  readonly provenance: CauseProvenance;
  readonly reference: Reference | null;
  readonly restorable: boolean;
  readonly reenteredTurn: TurnIndex | null;
}

/** What became of it in a summary. `kept` of `sought` values of the block, or the text itself, are still said. */
export interface SummaryProof {
  readonly blockId: string | null;
  readonly turn: TurnIndex;
  /** Whether the summary still stands in the window of the turn that is asked about. */
  readonly standing: boolean;
  /** `null` where the summary's text or the block's is not known. */
  readonly says: boolean | null;
  readonly kept: number;
  readonly sought: number;
  readonly quote: string | null;
}

/** Whether the model took anything from it in this turn, and how that was looked for. */
export interface UseProof {
  /** `null` where it cannot be told. */
  readonly found: boolean | null;
  readonly values: readonly string[];
  readonly sought: number;
  readonly method: string;
}

/** What decided about one block, or one item of a ledger, at one turn. */
export interface Fate {
  readonly verdict: Verdict;
  readonly layer: Layer | null;
  /** The turn at which it was decided; the turn asked about unless something earlier did. */
  readonly turn: TurnIndex;
  readonly standing: StandingProof | null;
  readonly exclusion: LedgerReason | null;
  readonly departure: DepartureProof | null;
  readonly summary: SummaryProof | null;
}

/** A block, or an item that only a ledger names, that the question may mean. */
export interface Candidate {
  readonly sourceId: string;
  readonly block: number | null;
  readonly foundIn: FoundIn | "ledger" | null;
  readonly quote: string | null;
}

/** The answer to "why did the model not use this in that turn?". */
export interface Why {
  readonly turn: TurnIndex;
  readonly question: { readonly blockId: string | null; readonly text: string | null };
  /** One or two sentences. */
  readonly answer: string;
  readonly fate: Fate;
  readonly subject: Candidate | null;
  /** How the text was found; `null` when a block was asked about or the text is nowhere. */
  readonly level: MatchLevel | null;
  readonly use: UseProof | null;
  /** The model's own words in the window that repeat it, newest last. */
  readonly ownWords: readonly Quote[];
  /** The newest result that brought it up before the turn. */
  readonly recalledBy: Quote | null;
  /** Other blocks that the text is in, with what became of each. The nearest come first. */
  readonly others: readonly {
    readonly candidate: Candidate;
    readonly verdict: Verdict;
    readonly turn: TurnIndex;
  }[];
  readonly matches: number;
  /** What limits the answer: a window that was rebuilt or is unknown, windows derived rather than reported. */
  readonly caveats: readonly string[];
}
