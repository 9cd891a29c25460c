import type { Severity } from "@/lib/core/findings/rule/finding";
import type { EpochMs, TurnIndex } from "@/lib/core/units";
import type { Outcome } from "@/lib/core/vocabulary";

/** The kinds of targets of an annotation. A step is named by its id, a finding by its code. Every target has a turn. */
export const PIN_KINDS = ["turn", "block", "eviction", "step", "finding"] as const;
export type PinKind = (typeof PIN_KINDS)[number];

export interface Annotation {
  readonly id: string;
  readonly turn: TurnIndex;
  readonly pin: PinKind;
  readonly target: string | null;
  readonly text: string;
  readonly author: string;
  readonly createdAt: EpochMs;
}

export interface Incident {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly outcome: Outcome;
  readonly from: TurnIndex;
  readonly to: TurnIndex;
  readonly annotations: readonly Annotation[];
}
