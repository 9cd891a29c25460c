import { SEVERITIES } from "@/lib/core/findings/rule/finding";
import type { PinKind } from "@/lib/incident/incident";
import { PIN_KINDS } from "@/lib/incident/incident";
import { OUTCOMES } from "@/lib/core/vocabulary";

export const SEVERITY_CHOICES = SEVERITIES.toReversed();
export const OUTCOME_CHOICES = OUTCOMES;

const PIN_WORDS: Record<PinKind, string> = {
  turn: "a turn",
  block: "a block",
  eviction: "an eviction",
  step: "a step of the plan",
  finding: "a finding",
};

export const PIN_CHOICES: readonly { readonly kind: PinKind; readonly words: string }[] = PIN_KINDS.map(
  (kind) => ({ kind, words: PIN_WORDS[kind] }),
);
