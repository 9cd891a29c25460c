import type { RowOf } from "./table";
import { table } from "./table";

/** The derived tables as they are written. prisma/schema.prisma explains the columns. */

export const TURN_TABLE = table("turn", "turn", {
  turn: "int",
  turnId: "text?",
  at: "bigint?",
  endedAt: "bigint?",
  model: "text?",
  contextWindow: "int?",
  contextWindowProvenance: "smallint",
  input: "int?",
  cacheRead: "int?",
  cacheWrite: "int?",
  output: "int?",
  reasoning: "int?",
  cacheWriteHour: "int?",
  tier: "text?",
  statedCost: "float8?",
  webSearches: "int?",
  inside: "jsonb?",
  windowKnown: "boolean",
  windowTokens: "int?",
  provenance: "smallint",
  residual: "int?",
  entries: "int",
  unsized: "int",
  entered: "int",
  left: "int",
  changed: "int",
  delta: "int?",
  deltaProvenance: "smallint",
  modelChanged: "boolean",
  causedBy: "int?",
  toolCalls: "int",
  evictions: "int",
  evictedTokens: "int",
  compactions: "int",
  bySource: "bytea",
  extra: "jsonb?",
});

export const BLOCK = table("block", "no", {
  no: "int",
  id: "text",
  kind: "smallint",
  trust: "smallint",
  toolName: "text?",
  toolCallId: "text?",
  label: "text?",
  createdTurn: "int?",
  hash: "uuid?",
  text: "text?",
  chars: "int?",
  tokens: "int?",
  provenance: "smallint",
  extra: "jsonb?",
});

export const RESIDENCY = table("residency", "no", {
  no: "int",
  block: "int",
  since: "int",
  fromTurn: "int",
  toTurn: "int?",
  rank: "float8",
  mode: "smallint",
  continues: "boolean",
  hash: "uuid?",
  text: "text?",
  tokens: "int?",
  provenance: "smallint",
  reference: "jsonb?",
  evictedTurn: "int?",
  how: "smallint?",
  toMode: "smallint?",
  tokensFreed: "int?",
  restorable: "boolean?",
  reenteredTurn: "int?",
  refetchedTurn: "int?",
  compaction: "int?",
  cause: "jsonb?",
});

export const COMPACTION = table("compaction", "no", { no: "int", turn: "int", body: "jsonb" });

export const REPEATED_CALL = table("repeated_call", "call", {
  call: "int",
  turn: "int",
  earlierCall: "int",
  earlierTurn: "int?",
  earlierResult: "text",
  resultBlock: "int?",
});

export const RECORD = table("record", "no", { no: "int", turn: "int", type: "text", event: "text" });

export const PLAN = table("plan", "no", { no: "int", id: "text", body: "jsonb" });

export const EDGE = table("edge", "no", {
  no: "int",
  id: "text",
  fromBlock: "int",
  turn: "int",
  block: "int?",
  plan: "text?",
  step: "text?",
  declared: "boolean",
  executed: "boolean",
  state: "smallint",
  confidence: "float8",
  matched: "jsonb",
  matches: "int",
  residual: "boolean",
  residualBlock: "int?",
  refetchedBy: "int?",
  leftTurn: "int?",
});

export const FINDING = table("finding", "no", {
  no: "int",
  id: "text",
  code: "text",
  standing: "smallint",
  severity: "smallint?",
  fromTurn: "int",
  toTurn: "int",
  body: "jsonb",
});

export const BILL = table("bill", "no", { no: "int", body: "jsonb" });

export const TOOL_FIGURE = table("tool_figure", "no", {
  no: "int",
  tool: "text",
  calls: "int",
  results: "int",
  sizes: "int[]",
  maxTokens: "int?",
  turns: "int",
  tokenTurns: "bigint",
  evicted: "int",
  refetched: "int",
  uses: "int",
  usesAbsent: "int",
});

export const CONSTRAINT_FIGURE = table("constraint_figure", "no", {
  no: "int",
  text: "text",
  lost: "boolean",
  turn: "int",
});

export const CHECKPOINT = table("checkpoint", "no", {
  no: "int",
  turn: "int?",
  windowTokens: "int?",
  budget: "int?",
  turnsLeft: "int?",
  turnsNeeded: "int?",
  restarts: "int",
  lost: "int",
  body: "jsonb",
});

/** Which words a run of blocks may have. An analysis writes it, and leaves what has not changed. */
export const WORD_FILTER = table("word_filter", "no", {
  no: "int",
  last: "int",
  texts: "uuid",
  words: "bytea",
});

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
  TOOL_FIGURE,
  CONSTRAINT_FIGURE,
  CHECKPOINT,
] as const;
