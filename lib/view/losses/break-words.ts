import type { BreakCause } from "@/lib/core/cost/break-causes";

/** Why the prompt cache was lost. */
export const BREAK_WORDS: Readonly<Record<BreakCause, string>> = {
  idle: "idle for too long",
  window_edited: "the window was edited",
  instructions_changed: "instructions or tools changed",
  thinking_dropped: "thinking was dropped",
  model_changed: "another model",
  too_short: "too short to be kept",
  unexplained: "unexplained: nothing recorded changed",
};
