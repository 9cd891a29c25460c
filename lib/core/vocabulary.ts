/** What a block is a piece of. The order is the stacking order of every occupancy chart, bottom first. */
export const SOURCE_KINDS = [
  "system_rules",
  "tool_schemas",
  "repository_instructions",
  "plan",
  "state_summary",
  "memory",
  "compaction_summary",
  "assistant_text",
  "thinking",
  "tool_call",
  "user_goal",
  "user_message",
  "tool_result",
  "attachment",
  "other",
  "retrieval",
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What a person wrote. */
export const USER_KINDS: ReadonlySet<SourceKind> = new Set(["user_goal", "user_message"]);

/** What a window is told of an earlier one. */
export const SUMMARY_KINDS: ReadonlySet<SourceKind> = new Set(["compaction_summary", "state_summary"]);

/** What tools are, were given and brought back. */
export const TOOL_KINDS: ReadonlySet<SourceKind> = new Set(["tool_schemas", "tool_call", "tool_result"]);

export const TRUST_LEVELS = ["trusted", "fact", "untrusted"] as const;
export type TrustLevel = (typeof TRUST_LEVELS)[number];

export const MODES = ["full", "excerpt", "summary", "reference"] as const;
export type Mode = (typeof MODES)[number];

/** Where a token figure comes from. `unavailable` always has a null value; the others never do. */
export const PROVENANCES = ["measured", "tokenized", "estimated", "inferred", "unavailable"] as const;
export type Provenance = (typeof PROVENANCES)[number];

/**
 * Where the size of a context window comes from: the trace, the project's settings, the harness's assumption about an
 * unknown model, or the model table. `unavailable` always has a null value; the others never do.
 */
export const LIMIT_PROVENANCES = [
  "recorded",
  "project settings",
  "model table",
  "harness default",
  "unavailable",
] as const;
export type LimitProvenance = (typeof LIMIT_PROVENANCES)[number];

export const CALIBRATION_BASES = [
  "own tokenizer",
  "usage of calls",
  "total of the run",
  "model family",
] as const;
export type CalibrationBasis = (typeof CALIBRATION_BASES)[number];

export const EVICTION_HOWS = ["cleared", "trimmed", "compacted", "truncated", "removed"] as const;
export type EvictionHow = (typeof EVICTION_HOWS)[number];

/** Who gives the cause: the harness itself, or the comparison of successive windows. */
export const CAUSE_PROVENANCES = ["reported", "derived", "inferred"] as const;
export type CauseProvenance = (typeof CAUSE_PROVENANCES)[number];

export const OUTCOMES = ["ok", "wrong", "failed", "aborted", "unknown"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Whether the stored part of a call or block is all there was. */
export const COMPLETENESS = ["complete", "client_truncated", "metadata_only", "stored_elsewhere"] as const;
export type Completeness = (typeof COMPLETENESS)[number];

/**
 * The relation of a session to its parent: none, an agent of its own, a side call such as a title request, or a replay
 * under another policy.
 */
export const SESSION_ROLES = ["main", "subagent", "side", "replay"] as const;
export type SessionRole = (typeof SESSION_ROLES)[number];

const TRUST_BY_KIND: Record<SourceKind, TrustLevel> = {
  system_rules: "trusted",
  tool_schemas: "trusted",
  repository_instructions: "trusted",
  user_goal: "trusted",
  user_message: "trusted",
  plan: "fact",
  state_summary: "fact",
  compaction_summary: "fact",
  assistant_text: "fact",
  thinking: "fact",
  tool_call: "fact",
  memory: "untrusted",
  tool_result: "untrusted",
  retrieval: "untrusted",
  attachment: "untrusted",
  other: "untrusted",
};

/** The trust of a block whose sender states none. Only a sender can raise it. */
export function getDefaultTrust(kind: SourceKind): TrustLevel {
  return TRUST_BY_KIND[kind];
}

export const SESSION_SORTS = [
  "updated",
  "started",
  "serious",
  "turns",
  "peak",
  "share",
  "evicted",
  "repeats",
  "absent",
  "dangling",
  "name",
  "cost",
  "latency",
] as const;
export type SessionSortKey = (typeof SESSION_SORTS)[number];
