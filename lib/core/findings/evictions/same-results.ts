import { ownText } from "../../proof/own-text";
import { fullText } from "../../trace/fold/recording";
import { perSession } from "../rule/per-session";
import type { FindingInput } from "../rule/rule";
import { pairsOf } from "../rule/subject";

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
export const resultsOf = perSession(({ session, recording }: Scene): Results => {
  const { resultOf } = pairsOf({ session });
  const known = new Map<number, string | null>();
  const saying = (result: number | undefined) => {
    if (result === undefined) return null;
    const before = known.get(result);
    if (before !== undefined) return before;
    const block = session.blocks[result];
    const text = block === undefined ? null : fullText(recording, block);
    const own = text === null ? null : ownText(text) || null;
    known.set(result, own);
    return own;
  };
  return {
    of: (call) => resultOf.get(call),
    saying,
    areSame: (call, other) => {
      const own = saying(resultOf.get(call));
      return own !== null && own === saying(resultOf.get(other));
    },
  };
});
