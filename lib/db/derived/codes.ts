import type { EDGE_STATES, FETCH_OUTCOMES } from "@/lib/core/evidence/edge";
import type { SEVERITIES, STANDINGS } from "@/lib/core/findings/rule/finding";
import type {
  EVICTION_HOWS,
  LIMIT_PROVENANCES,
  MODES,
  PROVENANCES,
  SOURCE_KINDS,
  TRUST_LEVELS,
} from "@/lib/core/vocabulary";

/**
 * Words that appear in very many rows are stored as their index in a list. New words are only added at the end of a
 * list, so that stored numbers keep their meaning. The order in which charts stack kinds does not depend on these
 * lists.
 */
function makeCode<Word extends string>(words: readonly Word[]) {
  const numbers = new Map(words.map((word, i) => [word, i]));
  return {
    words,
    of: (word: Word): number => numbers.get(word) ?? -1,
    word: (number: number): Word => words[number] ?? (words[0] as Word),
  };
}

export const KIND = makeCode([
  "system_rules",
  "repository_instructions",
  "tool_schemas",
  "user_goal",
  "user_message",
  "assistant_text",
  "thinking",
  "tool_call",
  "tool_result",
  "plan",
  "state_summary",
  "compaction_summary",
  "memory",
  "retrieval",
  "attachment",
  "other",
] as const satisfies readonly (typeof SOURCE_KINDS)[number][]);
export const TRUST = makeCode(["trusted", "fact", "untrusted"] as const satisfies typeof TRUST_LEVELS);
export const MODE = makeCode(["full", "excerpt", "summary", "reference"] as const satisfies typeof MODES);
export const HOW = makeCode([
  "cleared",
  "trimmed",
  "compacted",
  "truncated",
  "removed",
] as const satisfies typeof EVICTION_HOWS);
export const PROVENANCE = makeCode([
  "measured",
  "tokenized",
  "estimated",
  "inferred",
  "unavailable",
] as const satisfies typeof PROVENANCES);
export const LIMIT_PROVENANCE = makeCode([
  "recorded",
  "project settings",
  "model table",
  "harness default",
  "unavailable",
] as const satisfies typeof LIMIT_PROVENANCES);
export const EDGE_STATE = makeCode([
  "live",
  "pinned",
  "referenced",
  "refetched",
  "dangling",
] as const satisfies typeof EDGE_STATES);
/** A use without its evidence: `residual` ones are stored in the same state. */
export const DANGLING = { state: EDGE_STATE.of("dangling"), residual: false } as const;
export const FETCH_OUTCOME = makeCode([
  "equal",
  "changed",
  "failed",
  "unknown",
] as const satisfies typeof FETCH_OUTCOMES);
export const SEVERITY = makeCode(["note", "warning", "serious"] as const satisfies typeof SEVERITIES);
export const STANDING = makeCode(["proved", "suspected", "judged"] as const satisfies typeof STANDINGS);
