import type { RowOf } from "./table";
import { makeTable } from "./table";

/** The derived tables as they are written, each with its key beside the session. */

export const TURN_TABLE = makeTable("turn", "turn");

export const BLOCK = makeTable("block", "no");

export const RESIDENCY = makeTable("residency", "no", ["refetchOutcome"]);

export const COMPACTION = makeTable("compaction", "no");

export const REPEATED_CALL = makeTable("repeated_call", "call");

export const RECORD = makeTable("record", "no");

export const PLAN = makeTable("plan", "no");

export const EDGE = makeTable("edge", "no");

export const FINDING = makeTable("finding", "no");

export const BILL = makeTable("bill", "no");
/** What the rows of a bill hold: all of it, or the few figures that lists of sessions add up. */
export const BILL_ROWS = { whole: 0, summary: 1 } as const;

export const CUT_CARD = makeTable("cut_card", "no");

export const TOOL_FIGURE = makeTable("tool_figure", "no");

export const CONSTRAINT_FIGURE = makeTable("constraint_figure", "no");

export const CHECKPOINT = makeTable("checkpoint", "no");

/** The words that a run of blocks may have. An analysis writes them, and leaves what has not changed. */
export const WORD_FILTER = makeTable("word_filter", "no");

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
