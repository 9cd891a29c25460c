import type { Tokens } from "@/lib/core/units";

/** How far a harness's figure may be from the last call's for both to be about the same window. */
const SAME_WINDOW_SHARE = 0.1;

/**
 * The size of the window that a compaction replaced. What a harness reports is its own estimate: the last call's input
 * with its answer added, or a count of characters. Where it agrees with the input of the last call, the provider's figure
 * for that call is the exact one, and the reported one is kept beside it. Where it does not, the harness saw something
 * that the last call did not.
 */
export function sizeBefore(
  reported: Tokens | undefined,
  lastInput: Tokens | undefined,
): { tokensBefore?: Tokens; numbers?: { reportedTokensBefore: Tokens } } {
  if (reported === undefined) return lastInput === undefined ? {} : { tokensBefore: lastInput };
  const isSame = lastInput !== undefined && Math.abs(reported - lastInput) <= SAME_WINDOW_SHARE * reported;
  return { tokensBefore: isSame ? lastInput : reported, numbers: { reportedTokensBefore: reported } };
}
