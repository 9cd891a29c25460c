import type { Severity } from "@/lib/core/findings/rule/finding";
import type { EpochMs, TurnIndex } from "@/lib/core/units";
import type { Outcome } from "@/lib/core/vocabulary";

/** What an annotation is pinned to. Steps and findings go by their ids and codes; all of them stand at a turn. */
export const PIN_KINDS = ["turn", "block", "eviction", "step", "finding"] as const;
export type PinKind = (typeof PIN_KINDS)[number];

/** A remark of a person, pinned to the evidence. Plain text. */
export interface Annotation {
  readonly id: string;
  readonly turn: TurnIndex;
  readonly pin: PinKind;
  /** The block's or step's id or the finding's code; `null` for a turn. */
  readonly target: string | null;
  readonly text: string;
  readonly author: string;
  readonly createdAt: EpochMs;
}

/** A titled range of a session, with what people wrote beside it. */
export interface Incident {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly outcome: Outcome;
  /** The first and the last turn of the range. */
  readonly from: TurnIndex;
  readonly to: TurnIndex;
  readonly annotations: readonly Annotation[];
}
