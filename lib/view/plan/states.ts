import type { EdgeState } from "@/lib/core/evidence/edge";
import type { StepStatus } from "@/lib/core/evidence/plan/steps/plan";

export interface StateLook {
  readonly word: string;
  readonly glyph: string;
  readonly color: string;
  /** The stroke pattern in hundredths of the line's length; `null` for a solid line. */
  readonly dashes: string | null;
}

const LOOKS: Record<EdgeState, StateLook> = {
  dangling: { word: "dangling", glyph: "!", color: "var(--state-dangling)", dashes: "41 18 41" },
  referenced: { word: "reference only", glyph: "→", color: "var(--state-restorable)", dashes: "4 3" },
  refetched: { word: "fetched again", glyph: "↻", color: "var(--state-warning)", dashes: null },
  live: { word: "in the window", glyph: "●", color: "var(--ink-3)", dashes: null },
  pinned: { word: "pinned", glyph: "◆", color: "var(--state-pinned)", dashes: null },
};

export const STATES: readonly EdgeState[] = ["dangling", "referenced", "refetched", "live", "pinned"];

export function stateLook(state: EdgeState): StateLook {
  return LOOKS[state];
}

const STATUS: Record<StepStatus, { readonly glyph: string; readonly word: string }> = {
  pending: { glyph: "○", word: "not begun" },
  started: { glyph: "◐", word: "begun" },
  completed: { glyph: "✓", word: "completed" },
  failed: { glyph: "✕", word: "failed" },
  skipped: { glyph: "–", word: "skipped" },
};

export function statusLook(status: StepStatus) {
  return STATUS[status];
}
