import type { TurnIndex } from "../units";

/**
 * Where evidence was when it was used: `live` in the window with what was used of it, `pinned` there because the harness
 * held it, `referenced` by something that still leads to it, `refetched` as another result of the same source, or
 * `dangling`: gone, and nothing leads to it. `residual` says whether words in the window still say what was used.
 */
export const EDGE_STATES = ["live", "pinned", "referenced", "refetched", "dangling"] as const;
export type EdgeState = (typeof EDGE_STATES)[number];

/** How an edge is known: a dependency manifest declares it, or a value that appeared in the evidence was used again. */
export const EDGE_KINDS = ["declared", "inferred"] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** What fetching again brought: the same, something else, nothing, or an answer that has not come yet. */
export const FETCH_OUTCOMES = ["equal", "changed", "failed", "unknown"] as const;
export type FetchOutcome = (typeof FETCH_OUTCOMES)[number];

export interface EdgeUse {
  /** The turn whose output is the use. The evidence had to be in its window. */
  readonly turn: TurnIndex;
  readonly plan: string | null;
  readonly step: string | null;
  /** Index into `Session.blocks` of the call or answer; `null` where only the step is known. */
  readonly block: number | null;
}

/** A step or an answer that needed a piece of evidence. Blocks are indexes into `Session.blocks`. */
export interface EvidenceEdge {
  readonly id: string;
  readonly from: number;
  readonly to: EdgeUse;
  readonly kind: EdgeKind;
  /** False for a step that has not run: the state is then that of the newest window. */
  readonly executed: boolean;
  /** The most significant values that both sides have; empty for a declared edge without a common value. */
  readonly matched: readonly string[];
  readonly matches: number;
  /** How certain the edge is, from 0 to 1. A declared edge has 1, or less where the start of its step was inferred. */
  readonly confidence: number;
  readonly state: EdgeState;
  /** The evidence is gone from the window, and only a summary or the model's own words in it still say what was used. */
  readonly residual: boolean;
  readonly residualBlock: number | null;
  readonly refetchedBy: number | null;
  /** The first turn without the evidence; `null` while it stood in the window, and where it never did. */
  readonly leftTurn: TurnIndex | null;
}

export interface Evidence {
  /** Declared needs, and inferred uses. Of those that lacked their evidence, only the proved ones. */
  readonly edges: readonly EvidenceEdge[];
  /** Inferred uses of what had left, of which nothing decides whether the value was missed. No figure counts them. */
  readonly undecided: readonly EvidenceEdge[];
  readonly skipped: Skipped;
  /** Characters read plus values looked up. Grows linearly with the text of a session. */
  readonly work: number;
}

export interface Skipped {
  chars: number;
  values: number;
  edges: number;
  /** Turns with an unknown window. What their answers used cannot be judged. */
  turns: number;
  /** Needs of steps that name nothing in the session. */
  needs: number;
}
