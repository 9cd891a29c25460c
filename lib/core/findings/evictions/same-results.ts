import { normaliseOwnLines } from "../../proof/own-text";
import { readFullText } from "../../trace/fold/recording";
import { computePerSession } from "../rule/per-session";
import type { FindingInput } from "../rule/rule";
import { pairCalls } from "../../window/call-pairs";

type Scene = Pick<FindingInput, "session" | "recording">;

interface Results {
  /** The result of a call. */
  of(call: number): number | undefined;
  /** What a result says, as results are compared; `null` where its text is unknown or empty. */
  saying(result: number | undefined): string | null;
  /** Whether two calls were answered alike, with something. */
  areSame(call: number, other: number): boolean;
}

/** Answers of calls, read once for all rules. */
export const resultsOf = computePerSession(({ session, recording }: Scene): Results => {
  const { resultOf } = pairCalls(session);
  const known = new Map<number, string | null>();
  const describeResult = (result: number | undefined) => {
    if (result === undefined) return null;
    const before = known.get(result);
    if (before !== undefined) return before;
    const block = session.blocks[result];
    const text = block === undefined ? null : readFullText(recording, block);
    const own = text === null ? null : normaliseOwnLines(text) || null;
    known.set(result, own);
    return own;
  };
  return {
    of: (call) => resultOf.get(call),
    saying: describeResult,
    areSame: (call, other) => {
      const own = describeResult(resultOf.get(call));
      return own !== null && own === describeResult(resultOf.get(other));
    },
  };
});
