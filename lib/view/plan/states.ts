import type { UseState } from "@/lib/core/evidence/use-state";
import { FIGURES } from "@/lib/core/figures/names";
import type { StepStatus } from "@/lib/core/evidence/plan/steps/plan";

export interface StateLook {
  readonly word: string;
  readonly glyph: string;
  readonly color: string;
  /** The stroke pattern in hundredths of the line's length; `null` for a solid line. */
  readonly dashes: string | null;
  /** Whether its line ends before it reaches the use. */
  readonly isBroken: boolean;
}

const WHOLE = { dashes: null, isBroken: false };

const LOOKS: Record<UseState, Omit<StateLook, "word">> = {
  dangling: { glyph: "!", color: "var(--state-dangling)", dashes: null, isBroken: true },
  residual: { glyph: "≈", color: "var(--state-warning)", dashes: null, isBroken: true },
  referenced: { glyph: "→", color: "var(--state-restorable)", dashes: "4 3", isBroken: false },
  refetched: { glyph: "↻", color: "var(--state-warning)", ...WHOLE },
  live: { glyph: "●", color: "var(--ink-3)", ...WHOLE },
  pinned: { glyph: "◆", color: "var(--state-pinned)", ...WHOLE },
};

export const STATES: readonly UseState[] = [
  "dangling",
  "residual",
  "referenced",
  "refetched",
  "live",
  "pinned",
];

export function pickStateLook(state: UseState): StateLook {
  return { ...LOOKS[state], word: FIGURES[state].label.toLowerCase() };
}

const STATUS: Record<StepStatus, { readonly glyph: string; readonly word: string }> = {
  pending: { glyph: "○", word: "not begun" },
  started: { glyph: "◐", word: "begun" },
  completed: { glyph: "✓", word: "completed" },
  failed: { glyph: "✕", word: "failed" },
  skipped: { glyph: "–", word: "skipped" },
};

export function pickStatusLook(status: StepStatus) {
  return STATUS[status];
}
