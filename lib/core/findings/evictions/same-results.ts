import { normaliseOwnLines, removeAdded } from "../../proof/own-text";
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
  /** The first result asked for that says the same; `null` where its text is unknown or empty. */
  firstSaying(result: number | undefined): number | null;
  /** Whether two calls were answered alike, with something. */
  areSame(call: number, other: number): boolean;
}

/** Results with one mark: the first, and once there are more, the first with each text. */
interface Alike {
  readonly sole: number;
  texts: Map<string | null, number> | null;
}

/** So much of the beginning and of the end tells most answers apart. */
const MARK_CHARS = 200;

/** Answers of calls, read once for all rules. A long text is brought into one form only where another one may say the same. */
export const resultsOf = computePerSession(({ session, recording }: Scene): Results => {
  const { resultOf } = pairCalls(session);
  const known = new Map<number, string | null>();
  const firsts = new Map<number, number | null>();
  const byMark = new Map<string, Alike>();
  const readText = (result: number) => {
    const block = session.blocks[result];
    return block === undefined ? null : readFullText(recording, block);
  };
  const describeResult = (result: number | undefined) => {
    if (result === undefined) return null;
    const before = known.get(result);
    if (before !== undefined) return before;
    const text = readText(result);
    const own = text === null ? null : normaliseOwnLines(text) || null;
    known.set(result, own);
    return own;
  };
  const findIn = (mark: string, result: number) => {
    const alike = byMark.get(mark);
    if (alike === undefined) {
      byMark.set(mark, { sole: result, texts: null });
      return result;
    }
    alike.texts ??= new Map([[describeResult(alike.sole), alike.sole]]);
    const own = describeResult(result);
    const first = alike.texts.get(own) ?? result;
    alike.texts.set(own, first);
    return first;
  };
  const findFirst = (result: number | undefined) => {
    if (result === undefined) return null;
    const before = firsts.get(result);
    if (before !== undefined) return before;
    const mark = markOf(readText(result));
    const first = mark === null ? null : findIn(mark, result);
    firsts.set(result, first);
    return first;
  };
  return {
    of: (call) => resultOf.get(call),
    saying: describeResult,
    firstSaying: findFirst,
    areSame: (call, other) => {
      const own = findFirst(resultOf.get(call));
      return own !== null && own === findFirst(resultOf.get(other));
    },
  };
});

/** The beginning and the end of a text without white space, equal for texts that say the same; `null` for none. */
function markOf(text: string | null): string | null {
  const own = text === null ? "" : removeAdded(text);
  const [start, end] = [takeSigns(own, 1), takeSigns(own, -1)];
  return start === "" ? null : `${start} ${end}`;
}

function takeSigns(text: string, step: 1 | -1): string {
  let taken = "";
  for (let at = step === 1 ? 0 : text.length; taken.length < MARK_CHARS; at += step * MARK_CHARS) {
    const part = step === 1 ? text.slice(at, at + MARK_CHARS) : text.slice(Math.max(0, at - MARK_CHARS), at);
    if (part === "" || at < 0) break;
    const signs = part.replace(/\s+/g, "");
    taken = step === 1 ? taken + signs : signs + taken;
  }
  return step === 1 ? taken.slice(0, MARK_CHARS) : taken.slice(-MARK_CHARS);
}
