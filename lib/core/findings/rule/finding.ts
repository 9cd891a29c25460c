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

/** The view that proves a finding, with what it has to show. */
export type Proof =
  | { readonly view: "overview" | "turn" | "evictions" | "ledger" | "plan"; readonly turn: TurnIndex }
  | { readonly view: "why"; readonly turn: TurnIndex; readonly block: string }
  | { readonly view: "block"; readonly block: string };

/** Something wrong with a session, said in one sentence, with the numbers behind it and where to see it. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  /** The turns that it is about. */
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
