import type { TurnIndex } from "../../units";
import type { EvictionHow } from "../../vocabulary";
import type { Reference } from "../block-facts";
import type { Cause } from "../cause";

/** An eviction as the fold notes it: by numbers, and with what only later turns show, such as a return to the window. */
export interface FoldedEviction {
  readonly block: number;
  readonly turn: TurnIndex;
  readonly enteredTurn: TurnIndex;
  readonly how: EvictionHow;
  /** The residency that ended, by its number in the session's list; `after` is the one that stands since, `null` for none. */
  readonly before: number;
  readonly after: number | null;
  readonly cause: Cause;
  readonly reference: Reference | null;
  compaction: number | null;
  reenteredTurn: TurnIndex | null;
  refetchedTurn: TurnIndex | null;
}
