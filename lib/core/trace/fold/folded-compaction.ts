import type { Tokens, TurnIndex } from "../../units";
import type { Cause } from "../cause";

export interface FoldedCompaction {
  readonly turn: TurnIndex;
  readonly before: TurnIndex | null;
  readonly trigger: string | null;
  readonly reportedBefore: Tokens | null;
  readonly reportedAfter: Tokens | null;
  readonly removed: number;
  readonly summaryBlock: number | null;
  readonly cause: Cause;
}
