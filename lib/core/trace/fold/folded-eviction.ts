import type { TurnIndex } from "../../units";
import type { EvictionHow } from "../../vocabulary";
import type { Reference } from "../block-facts";
import type { Cause } from "../cause";

export interface FoldedEviction {
  readonly block: number;
  readonly turn: TurnIndex;
  readonly enteredTurn: TurnIndex;
  readonly how: EvictionHow;
  readonly before: number;
  readonly after: number | null;
  readonly cause: Cause;
  readonly reference: Reference | null;
  compaction: number | null;
  reenteredTurn: TurnIndex | null;
  refetchedTurn: TurnIndex | null;
}
