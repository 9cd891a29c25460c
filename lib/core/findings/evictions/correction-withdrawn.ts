import { groupBy } from "../../group-by";
import { isBranching } from "../../trace/branching";
import { fullText } from "../../trace/fold/recording";
import { pairCalls } from "../../window/call-pairs";
import type { Claim } from "../../proof/claim";
import { findingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import type { Saying } from "./corrections";
import { correctionsTakenBack, unansweredMistake } from "./corrections";
import { firstCalls } from "../../trace/first-calls";
import { timesWords, turnsFrom } from "./repeat-groups";
import { resultsOf } from "./same-results";
import { nameOfBlock } from "../rule/subject";

const QUOTED_CHARS_MAX = 120;

export const correctionWithdrawn: FindingRule = {
  ...findingKind("correction.withdrawn"),
  *find(input) {
    yield* mistakesInReplies(input);
    yield* failuresAgain(input);
  },
};

function* mistakesInReplies(input: FindingInput) {
  const { session, recording } = input;
  for (const sayings of correctionsTakenBack(input)) {
    const [first, last] = [sayings[0], sayings.at(-1)];
    const block = first === undefined ? undefined : session.blocks[first.block];
    if (first === undefined || last === undefined || block === undefined) continue;
    const open = unansweredMistake(input, sayings);
    const to = open ?? last.replyTurn;
    const mistakes = sayings.length + (open === null ? 0 : 1);
    const replies = sayings.flatMap(({ reply }) => reply);
    yield {
      from: first.replyTurn,
      to,
      blocks: [...new Set([...sayings.map((one) => one.block), ...replies])]
        .slice(0, BLOCKS_NAMED_MAX)
        .flatMap((no) => session.blocks[no]?.id ?? []),
      numbers: { mistakes, corrections: sayings.length, withdrawn: withdrawnCount(sayings) },
      sentence:
        `The same mistake was made ${timesWords(mistakes)}: its correction ("${quoted(fullText(recording, block) ?? "")}") was given ` +
        `${timesWords(sayings.length)} and withdrawn from the window ${timesWords(withdrawnCount(sayings))}, with the reply that it was about` +
        `${open === null ? "" : "; the last reply, which nothing answers, has the form that drew it every time"}.`,
      proof: { view: "why" as const, turn: to, block: block.id },
      claims: claimsOfSayings(input, sayings),
    };
  }
}

/** Each saying of the correction is the first one's text, and all that left had left when the next reply was made. */
function claimsOfSayings({ session }: FindingInput, sayings: readonly Saying[]): Claim[] {
  const idOf = (no: number | undefined) => session.blocks[no ?? -1]?.id ?? "";
  const [first, ...more] = sayings;
  return [
    ...more.map(({ block }): Claim => ({ is: "equal", blocks: [idOf(first?.block), idOf(block)] })),
    ...sayings.flatMap(({ block, leftTurn }): Claim[] =>
      leftTurn === null ? [] : [{ is: "left", block: idOf(block), turn: leftTurn }],
    ),
  ];
}

function withdrawnCount(sayings: readonly Saying[]): number {
  return sayings.filter(({ leftTurn }) => leftTurn !== null).length;
}

function quoted(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length <= QUOTED_CHARS_MAX ? line : `${line.slice(0, QUOTED_CHARS_MAX).toWellFormed()}…`;
}

function* failuresAgain(input: FindingInput) {
  const { session } = input;
  const { resultOf } = pairCalls(session);
  const results = resultsOf(input);
  const idOf = (no: number | null | undefined) => session.blocks[no ?? -1]?.id ?? "";
  const isError = (no: number | null | undefined) => no != null && session.blocks[no]?.isError === true;
  const branched = new Set(
    session.evictions.flatMap(({ block, cause }) => (isBranching(cause) ? block : [])),
  );
  const failures = session.repeats.filter(
    ({ call, earlierCall, earlierResult, earlierResultBlock }) =>
      earlierResult === "left" &&
      isError(earlierResultBlock) &&
      isError(resultOf.get(call)) &&
      !branched.has(earlierResultBlock ?? -1) &&
      results.areSame(earlierCall, call),
  );
  const firstOf = firstCalls(session);
  for (const [first, again] of groupBy(failures, ({ call }) => firstOf(call))) {
    const [from, last] = [again[0], again.at(-1)];
    if (from === undefined || last === undefined) continue;
    const error = from.earlierResultBlock ?? first;
    yield {
      from: from.turn,
      to: last.turn,
      blocks: [error, first, ...again.map(({ call }) => call)]
        .slice(0, BLOCKS_NAMED_MAX)
        .flatMap((no) => session.blocks[no]?.id ?? []),
      numbers: { mistakes: again.length + 1, withdrawn: again.length },
      sentence: `The ${nameOfBlock(input, first)} of turn ${from.earlierTurn ?? from.turn}, which had failed, was made again ${timesWords(again.length)} after its error had left the window, ${turnsFrom(from.turn, last.turn)}, and failed in the same way.`,
      proof: { view: "why" as const, turn: from.turn, block: session.blocks[error]?.id ?? "" },
      claims: again.flatMap(({ call, earlierCall, earlierResultBlock, turn }): Claim[] => [
        { is: "same-arguments", blocks: [idOf(earlierCall), idOf(call)] },
        { is: "left", block: idOf(earlierResultBlock), turn },
        { is: "equal", blocks: [idOf(earlierResultBlock), idOf(resultOf.get(call))] },
      ]),
    };
  }
}
