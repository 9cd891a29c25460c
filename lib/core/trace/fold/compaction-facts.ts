import type { Tokens, TurnIndex } from "../../units";
import type { Cause } from "../session";

/** A compaction while the session is folded: blocks by their number, before they have their names. */
export interface CompactionFacts {
  readonly turn: TurnIndex;
  /** The turn whose window was compacted. */
  readonly before: TurnIndex | null;
  readonly trigger: string | null;
  readonly reportedBefore: Tokens | null;
  readonly reportedAfter: Tokens | null;
  readonly removed: number;
  readonly summaryBlock: number | null;
  readonly cause: Cause;
}
