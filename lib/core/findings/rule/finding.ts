import type { TurnIndex } from "../../units";
import type { FindingFacts } from "./finding-facts";

/** Something to know, something that probably did harm, something that changed what the agent did. */
export const SEVERITIES = ["note", "warning", "serious"] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * How well a finding stands. `proved`: all its claims are about structure, and the checker found each of them true.
 * `suspected`: read from prose or from likeness, or found by an experimental rule. `judged`: a configured language model answered, with quotes that stand in
 * the text.
 */
export const STANDINGS = ["proved", "suspected", "judged"] as const;
export type FindingStanding = (typeof STANDINGS)[number];

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

/** Of a rule: whether a true case of it is known, and kept as a test. */
export const TIERS = ["established", "experimental"] as const;
export type Tier = (typeof TIERS)[number];

/**
 * Where a true case of a rule was seen: a file of the trace corpus, a client that was recorded, or a recorded run of an example.
 * What a harness declared, such as a plan or a memory, stands in no export of others; its rules need a run.
 */
export type SeenIn = (
  | { readonly trace: string }
  | { readonly capture: string }
  | { readonly run: string }
) & {
  /** The day, as `YYYY-MM-DD`. */
  readonly on: string;
};

/** Names of a finding's numbers; of several that name one thing, the first that it has counts. */
export interface Harm {
  /** Calls that failed or were made in vain. */
  readonly calls?: readonly string[];
  /** Tokens that were paid for nothing. */
  readonly tokens?: readonly string[];
}

export interface FindingKind {
  readonly code: string;
  readonly family: Family;
  readonly title: string;
  /** `null` for a rule that only suspects. */
  readonly severity: Severity | null;
  readonly advice: string;
  readonly source: string;
  /** `null` while no true case is known: the rule is experimental, and what it finds counts nowhere. */
  readonly seenIn: SeenIn | null;
  /** By which of its numbers it broke or cost something; absent where none says it. */
  readonly harm?: Harm;
}

/** The view that proves a finding, and what it shows. `value` is marked in the text. */
export type Proof =
  | { readonly view: "overview"; readonly turn: TurnIndex }
  | { readonly view: "ledger"; readonly turn: TurnIndex; readonly block?: string | undefined }
  /** The marked words of the state, or of what a restart lost. */
  | { readonly view: "checkpoints"; readonly turn: TurnIndex; readonly value?: string | undefined }
  | {
      readonly view: "turn";
      readonly turn: TurnIndex;
      readonly block?: string | undefined;
      readonly value?: string | undefined;
    }
  /** The selected evidence. The value is from its text, else from a step. */
  | {
      readonly view: "plan";
      readonly turn: TurnIndex;
      readonly block?: string | undefined;
      readonly value?: string | undefined;
    }
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

/** What its rule says, with how it stands. */
export interface Finding extends FindingFacts {
  /** The same in every analysis of the session that finds it. */
  readonly id: string;
  readonly code: string;
  readonly standing: FindingStanding;
  /** `null` where it is only suspected. */
  readonly severity: Severity | null;
  readonly from: TurnIndex;
  readonly to: TurnIndex;
  readonly proof: Proof;
}
