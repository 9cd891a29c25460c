import type { Tokens, TurnIndex } from "../../units";
import type { Cause } from "../cause";
import type { CompactionFacts } from "../cause-facts";

export interface FoldedCompaction extends CompactionFacts {
  readonly turn: TurnIndex;
  readonly before: TurnIndex | null;
  readonly reportedBefore: Tokens | null;
  /** What the provider counted in the last call before it. */
  readonly measuredBefore: Tokens | null;
  readonly reportedAfter: Tokens | null;
  readonly removed: number;
  readonly summaryBlock: number | null;
  readonly cause: Cause;
}
