import type { Tokens } from "@/lib/core/units";

/** How far a harness's figure can be from the last call's if both are about the same window. */
const SAME_WINDOW_SHARE = 0.1;

/**
 * The size of the window that a compaction replaced. A harness reports its own estimate: the last call's
 * input plus its answer, or a count of characters. If it agrees with the input of the last call, that call's
 * figure is the exact one, and the reported one is kept beside it. Otherwise the harness saw something that
 * the last call did not.
 */
export function sizeBefore(
  reported: Tokens | undefined,
  lastInput: Tokens | undefined,
): { tokensBefore?: Tokens; numbers?: { reportedTokensBefore: Tokens } } {
  if (reported === undefined) return lastInput === undefined ? {} : { tokensBefore: lastInput };
  const isSame = lastInput !== undefined && Math.abs(reported - lastInput) <= SAME_WINDOW_SHARE * reported;
  return { tokensBefore: isSame ? lastInput : reported, numbers: { reportedTokensBefore: reported } };
}
