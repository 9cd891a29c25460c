import type { RowOf } from "./table";
import { table } from "./table";

/** The derived tables as they are written, each with its key beside the session. */

export const TURN_TABLE = table("turn", "turn");

export const BLOCK = table("block", "no");

export const RESIDENCY = table("residency", "no", ["refetchOutcome"]);

export const COMPACTION = table("compaction", "no");

export const REPEATED_CALL = table("repeated_call", "call");

export const RECORD = table("record", "no");

export const PLAN = table("plan", "no");

export const EDGE = table("edge", "no");

export const FINDING = table("finding", "no");

export const BILL = table("bill", "no");
/** What the rows of a bill hold: all of it, or the few figures that lists of sessions add up. */
export const BILL_ROWS = { whole: 0, summary: 1 } as const;

export const CUT_CARD = table("cut_card", "no");

export const TOOL_FIGURE = table("tool_figure", "no");

export const CONSTRAINT_FIGURE = table("constraint_figure", "no");

export const CHECKPOINT = table("checkpoint", "no");

/** Which words a run of blocks may have. An analysis writes it, and leaves what has not changed. */
export const WORD_FILTER = table("word_filter", "no");

export type TurnRow = RowOf<typeof TURN_TABLE>;
export type BlockRow = RowOf<typeof BLOCK>;
export type ResidencyRow = RowOf<typeof RESIDENCY>;

/** Every table that is derived from the log and keyed by session. */
export const DERIVED_TABLES = [TURN_TABLE, BLOCK, RESIDENCY, COMPACTION, REPEATED_CALL, RECORD] as const;

/** Every table that an analysis of the whole session fills. */
export const ANALYSED_TABLES = [
  PLAN,
  EDGE,
  FINDING,
  BILL,
  CUT_CARD,
  TOOL_FIGURE,
  CONSTRAINT_FIGURE,
  CHECKPOINT,
] as const;
