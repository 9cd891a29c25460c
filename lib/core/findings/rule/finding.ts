import type { TurnIndex } from "../../units";

/** How much it matters: something to know, something that probably did harm, something that changed what the agent did. */
export const SEVERITIES = ["note", "warning", "serious"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const FAMILIES = [
  "growth",
  "evidence",
  "evictions",
  "integrity",
  "governance",
  "lint",
  "coverage",
] as const;
export type Family = (typeof FAMILIES)[number];

/** One kind of finding: what it always says. */
export interface FindingKind {
  readonly code: string;
  readonly family: Family;
  readonly title: string;
  readonly severity: Severity;
  readonly advice: string;
  /** Where its rule comes from. */
  readonly source: string;
}

/** The view that proves a finding, with what it has to show. `value` is what is marked in the text. */
export type Proof =
  | { readonly view: "overview"; readonly turn: TurnIndex }
  /** The block whose row is marked. */
  | { readonly view: "ledger"; readonly turn: TurnIndex; readonly block?: string | undefined }
  /** The words of the state, or of what a restart lost, that are marked. */
  | { readonly view: "checkpoints"; readonly turn: TurnIndex; readonly value?: string | undefined }
  /** The block of the window or the answer that is marked. */
  | {
      readonly view: "turn";
      readonly turn: TurnIndex;
      readonly block?: string | undefined;
      readonly value?: string | undefined;
    }
  /** The evidence that is selected. The value is of its text, or else of a step. */
  | {
      readonly view: "plan";
      readonly turn: TurnIndex;
      readonly block?: string | undefined;
      readonly value?: string | undefined;
    }
  /**
   * The lane that is selected, and the compaction that is unfolded, by its place in `Session.compactions`. The value is
   * of the lane's text, or else of the summary.
   */
  | {
      readonly view: "evictions";
      readonly turn: TurnIndex;
      readonly block?: string | undefined;
      readonly compaction?: number | undefined;
      readonly value?: string | undefined;
    }
  | {
      readonly view: "why";
      readonly turn: TurnIndex;
      readonly block: string;
      readonly value?: string | undefined;
    }
  | { readonly view: "block"; readonly block: string; readonly value?: string | undefined };

/** Something wrong with a session, said in one sentence, with the numbers behind it and where to see it. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly from: TurnIndex;
  readonly to: TurnIndex;
  /** Ids of the blocks that it is about, the most important first. */
  readonly blocks: readonly string[];
  readonly numbers: Readonly<Record<string, number>>;
  readonly sentence: string;
  /** One line on what to do. */
  readonly advice: string;
  readonly proof: Proof;
}
