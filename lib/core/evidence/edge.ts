import type { TurnIndex } from "../units";

/**
 * Where evidence was when it was used: `live` in the window with what was used of it, `pinned` there because the harness
 * held it, `referenced` by something that still leads to it, `refetched` as another result of the same source, or
 * `dangling`: gone, and nothing leads to it. `residual` says whether words in the window still say what was used.
 */
export const EDGE_STATES = ["live", "pinned", "referenced", "refetched", "dangling"] as const;
export type EdgeState = (typeof EDGE_STATES)[number];

/** A dependency manifest said so, or a value that appeared in the evidence was used again. */
export const EDGE_KINDS = ["declared", "inferred"] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** What fetching again brought: the same, something else, nothing, or an answer that has not come. */
export const FETCH_OUTCOMES = ["equal", "changed", "failed", "unknown"] as const;
export type FetchOutcome = (typeof FETCH_OUTCOMES)[number];

export interface EdgeUse {
  /** The turn whose output is the use: its window is where the evidence had to be. */
  readonly turn: TurnIndex;
  readonly plan: string | null;
  readonly step: string | null;
  /** Index into `Session.blocks` of the call or the answer that used it; `null` where only the step is known. */
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
  /** The most telling values that both sides have; empty for a declared edge that no value confirms. */
  readonly matched: readonly string[];
  /** How many values both sides have. */
  readonly matches: number;
  /** From 0 to 1; a declared edge has 1, or less where the start of its step was inferred. */
  readonly confidence: number;
  readonly state: EdgeState;
  /** The evidence is gone from the window, and only a summary or the model's own words in it still say what was used. */
  readonly residual: boolean;
  readonly residualBlock: number | null;
  /** The result in which it had been fetched again. */
  readonly refetchedBy: number | null;
  /** The first turn without the evidence; `null` while it stood in the window, and where it never did. */
  readonly leftTurn: TurnIndex | null;
}

/** Edges of a session in the order of their uses, and what was not looked at. */
export interface Evidence {
  readonly edges: readonly EvidenceEdge[];
  readonly skipped: Skipped;
  /** Steps of work that were done: characters read and values looked up. Grows linearly with the text of a session. */
  readonly work: number;
}

/** What a limit kept from being looked at. */
export interface Skipped {
  /** Characters beyond what is read of one block or of one session. */
  chars: number;
  /** Values that were not remembered. */
  values: number;
  /** Edges beyond what is kept of one use or of one session. */
  edges: number;
  /** Turns whose windows are not known: what their answers used cannot be judged. */
  turns: number;
  /** Needs of steps that name nothing in the session. */
  needs: number;
}
