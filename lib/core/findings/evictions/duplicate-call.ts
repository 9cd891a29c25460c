import { isToldFailed } from "../../proof/failed";
import { looksUp } from "../../source/looks-up";
import { placeAsked } from "../../source/source";
import { isCommand, plainToolName } from "../../source/tool-words";
import { indexFirstCalls } from "../../trace/first-calls";
import { readFullText } from "../../trace/fold/recording";
import type { RepeatedCall } from "../../trace/session";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";
import { COSTLY_TOKENS, repeatCases, describeTimes, describeTurnRange } from "./repeat-groups";
import { findAskedWhileStanding } from "./asked-while-standing";
import { findReadAgain } from "./read-again";
import { findReadBack } from "./read-back";
import { findRunAgain } from "./run-again";
import { findRunForParts } from "./run-for-parts";
import { findTriedAgain } from "./tried-again";
import { messagesOf } from "./messages";
import { resultsOf } from "./same-results";
import { pairCalls } from "../../window/call-pairs";

/** An answer of so many characters that comes again as it was fills the window twice, whatever was asked. */
const LONG_CHARS = 1_000;

/**
 * The same call with the same answer, which stood in the window: a warning where the answers cost, else a note. A short answer
 * of a command, and of a call that is answered otherwise at another time, counts only where nothing was called or said between, since what it asks for could have changed and changed
 * back. What a message between asked for is no duplicate. A file that is read again in another way is one where what came
 * stood there, and so is a command that is run again in another form, with a short answer where several forms were tried at once, and
 * one that is run only to see another part of what it gives. So are files of which nothing came because they stood there, and files
 * that were read back as they had been written.
 */
export const duplicateCall: FindingRule = {
  ...getFindingKind("call.duplicate"),
  *find(input) {
    const { session } = input;
    const results = resultsOf(input);
    const getBlockId = (no: number | null | undefined) => session.blocks[no ?? -1]?.id ?? "";
    const meant = yield* findMeant(input);
    yield* repeatCases(
      session,
      (first, times, { from, to, tokens }) => ({
        severity: tokens >= COSTLY_TOKENS ? "warning" : "note",
        sentence: `The ${nameOfBlock(input, first.call)} of turn ${first.earlierTurn ?? from} was made again ${describeTimes(times)} while its result stood in the window, ${describeTurnRange(from, to)}, and gave the same.`,
      }),
      (repeat) => meant.has(repeat),
      ({ call, earlierCall, earlierResultBlock, turn }) => [
        { is: "same-arguments", blocks: [getBlockId(earlierCall), getBlockId(call)] },
        { is: "stands", block: getBlockId(earlierResultBlock), turn, mode: "full" },
        { is: "equal", blocks: [getBlockId(earlierResultBlock), getBlockId(results.of(call))] },
      ],
    );
    yield* findReadAgain(input);
    yield* findReadBack(input);
    yield* findRunAgain(input);
    yield* findTriedAgain(input);
    yield* findRunForParts(input);
    yield* findAskedWhileStanding(input);
  },
};

function* findMeant(input: FindingInput): Generator<undefined, ReadonlySet<RepeatedCall>> {
  const { session, index } = input;
  const results = resultsOf(input);
  const said = messagesOf(input);
  const calls = session.turns.flatMap(({ output }) =>
    output.filter((no) => session.blocks[no]?.kind === "tool_call"),
  );
  const place = new Map(calls.map((no, i) => [no, i]));
  const waiting = findWaiting(input, calls);
  const answeredAlike: RepeatedCall[] = [];
  const firstOf = indexFirstCalls(session);
  // First calls that were answered otherwise at some time, as the state of a job is.
  const changing = new Set<number>();
  for (const repeat of session.repeats) {
    yield;
    const { call, earlierCall, earlierResult, earlierResultBlock, turn } = repeat;
    if (!results.areSame(earlierCall, call)) changing.add(firstOf(call));
    else if (
      earlierResult === "in_window" &&
      earlierResultBlock !== null &&
      index.standing.findAt(earlierResultBlock, turn)?.mode === "full"
    )
      answeredAlike.push(repeat);
  }
  const isNext = ({ call, earlierCall, earlierTurn, turn }: RepeatedCall) =>
    said.by(earlierTurn ?? turn) === said.by(turn) &&
    place.get(call) === (place.get(earlierCall) ?? -2) + 1 &&
    !waiting.has(call);
  const [next, later] = [answeredAlike.filter(isNext), answeredAlike.filter((one) => !isNext(one))];
  const asked = new Map<RepeatedCall, ReturnType<typeof describeAsked>>();
  for (const one of later) {
    const about = { result: results.of(one.call), changes: changing.has(firstOf(one.call)) };
    asked.set(one, describeAsked(input, one.call, about));
    yield;
  }
  yield* said.prepareInSteps([...asked.values()].filter((one) => one !== null));
  return new Set([
    ...next,
    ...later.filter((one) => {
      const what = asked.get(one) ?? null;
      return what !== null && !said.isAskedBetween(one.earlierTurn ?? one.turn, one.turn, what);
    }),
  ]);
}

/** Calls that were made again at once, until another answer came. */
function findWaiting(input: FindingInput, calls: readonly number[]): ReadonlySet<number> {
  const results = resultsOf(input);
  const firstOf = indexFirstCalls(input.session);
  const waiting = new Set<number>();
  for (let i = calls.length - 2; i >= 0; i--) {
    const [call = -1, next = -1] = [calls[i], calls[i + 1]];
    if (firstOf(call) === firstOf(next) && (waiting.has(next) || !results.areSame(call, next)))
      waiting.add(call);
  }
  return waiting;
}

/** What a call that changes nothing asks for; `null` for a call whose answer may hang on what came before it. */
function describeAsked(
  { session, recording }: FindingInput,
  call: number,
  { result, changes }: { readonly result: number | undefined; readonly changes: boolean },
): string | null {
  const [block, answer] = [session.blocks[call], session.blocks[result ?? -1]];
  const args = block === undefined ? null : readFullText(recording, block);
  if (block === undefined || answer === undefined || args === null) return null;
  const place = placeAsked(block.toolName, args);
  if (place !== null) return place;
  const isLong = (readFullText(recording, answer) ?? "").length >= LONG_CHARS;
  if (isCommand(plainToolName(block.toolName))) return isLong && looksUp(block.toolName, args) ? "" : null;
  return isLong || !changes || isToldFailed(recording, pairCalls(session), result ?? -1) ? "" : null;
}
