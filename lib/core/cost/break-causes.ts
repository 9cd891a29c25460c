/** Why a call could not read what the call before had left in the cache. */
export const BREAK_CAUSES = [
  "idle",
  "window_edited",
  "instructions_changed",
  "thinking_dropped",
  "model_changed",
  "too_short",
  "unexplained",
] as const;
export type BreakCause = (typeof BREAK_CAUSES)[number];
