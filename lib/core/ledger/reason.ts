import { formatDigits } from "../digits";
import type { Cause } from "../trace/cause";
import type { Eviction } from "../trace/session";
import type { Tokens } from "../units";
import type { LedgerReason, ReasonClass } from "./ledger-rows";

const CLASS_WORDS: readonly (readonly [ReasonClass, RegExp])[] = [
  ["budget", /budget|too (?:long|large|many)|over the limit|no room|\btokens?\b/],
  ["staleness", /stale|outdated|changed since|expired|superseded/],
  ["permission", /permission|not allowed|denied|forbidden|secret/],
  ["trust", /trust|isolat|injection/],
  ["duplicate", /duplicate|already (?:in|shown|present)/],
  ["relevance", /relevan|unrelated|out of scope|similarity/],
  ["ranking", /rank|score|top[- ]?k|threshold/],
  ["policy", /policy|rule/],
];
const LABELLED = /^\s*([a-z_]+)\s*:/i;

/** The class of a reason: from the word before the colon if that word is a class, else from the first significant word. */
export function classifyReason(text: string): ReasonClass {
  const label = LABELLED.exec(text)?.[1]?.toLowerCase();
  const labelled = CLASS_WORDS.find(([name, words]) => label === name || (label && words.test(label)));
  const lower = text.toLowerCase();
  return (labelled ?? CLASS_WORDS.find(([, words]) => words.test(lower)))?.[0] ?? "other";
}

export function makeStatedReason(text: string): LedgerReason {
  return { class: classifyReason(text), text, provenance: "reported", turn: null };
}

/** The words of a cause with the one who gives it: the harness, or the comparison of the windows. */
export function describeCause({ doubt = null, ...cause }: ShownCause): string {
  return doubt === null ? describeGiver(cause) : `${describeGiver(cause)}; in doubt: ${describeDoubt(doubt)}`;
}

/** Answers that were stored earlier say nothing of a doubt. */
type ShownCause = Omit<Cause, "doubt"> & Partial<Pick<Cause, "doubt">>;

function describeDoubt(off: Tokens): string {
  return `the provider counted ${formatDigits(Math.abs(off))} tokens ${off > 0 ? "more" : "less"} than this leaves`;
}

function describeGiver({ policy, rule, reason, provenance }: Omit<Cause, "doubt">): string {
  const statedReason = [policy, rule, reason].filter((part) => part !== null).join(" · ");
  if (statedReason !== "") return statedReason;
  return provenance === "reported" ? "the harness gave no reason" : "seen by comparing the windows";
}

const HOW_WORDS: Record<Eviction["how"], string> = {
  cleared: "cleared",
  trimmed: "trimmed to an excerpt",
  compacted: "compacted into a summary",
  truncated: "truncated from the old end",
  removed: "removed",
};

export function describeHow({ how }: Pick<Eviction, "how">): string {
  return HOW_WORDS[how];
}

export function describeEvictionReason(eviction: Eviction): LedgerReason {
  return {
    class: "evicted",
    text: `${describeHow(eviction)} at turn ${eviction.turn}: ${describeCause(eviction.cause)}`,
    provenance: eviction.cause.provenance,
    turn: eviction.turn,
  };
}
