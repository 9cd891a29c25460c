import { readFullText } from "../../trace/fold/recording";
import type { Claim } from "../../proof/claim";
import type { Case, FindingInput } from "../rule/rule";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import type { Saying } from "./corrections";
import { findCorrectionsTakenBack, findUnansweredMistake } from "./corrections";
import { describeTimes } from "./repeat-groups";

const QUOTED_CHARS_MAX = 120;

/** A reply that drew the same correction again after the correction had been withdrawn together with the first reply. */
export function* findMistakesInReplies(input: FindingInput): Generator<Case | undefined> {
  const { session, recording } = input;
  for (const sayings of yield* findCorrectionsTakenBack(input)) {
    const [first, last] = [sayings[0], sayings.at(-1)];
    const block = first === undefined ? undefined : session.blocks[first.block];
    if (first === undefined || last === undefined || block === undefined) continue;
    const open = findUnansweredMistake(input, sayings);
    const to = open ?? last.replyTurn;
    const mistakes = sayings.length + (open === null ? 0 : 1);
    const replies = sayings.flatMap(({ reply }) => reply);
    yield {
      severity: "serious",
      from: first.replyTurn,
      to,
      blocks: [...new Set([...sayings.map((saying) => saying.block), ...replies])]
        .slice(0, BLOCKS_NAMED_MAX)
        .flatMap((no) => session.blocks[no]?.id ?? []),
      numbers: { mistakes, corrections: sayings.length, withdrawn: countWithdrawn(sayings) },
      sentence:
        `The same mistake was made ${describeTimes(mistakes)}: its correction ("${quoteStart(readFullText(recording, block) ?? "")}") was given ` +
        `${describeTimes(sayings.length)} and withdrawn from the window ${describeTimes(countWithdrawn(sayings))}, with the reply that it was about` +
        `${open === null ? "" : "; the last reply, which nothing answers, has the form that drew it every time"}.`,
      proof: { view: "why" as const, turn: to, block: block.id },
      claims: buildSayingClaims(input, sayings),
    };
  }
}

/** Each saying of the correction is the first one's text, and all that left had left when the next reply was made. */
function buildSayingClaims({ session }: FindingInput, sayings: readonly Saying[]): Claim[] {
  const getBlockId = (no: number | undefined) => session.blocks[no ?? -1]?.id ?? "";
  const [first, ...laterSayings] = sayings;
  return [
    ...laterSayings.map(({ block }): Claim => ({
      is: "equal",
      blocks: [getBlockId(first?.block), getBlockId(block)],
    })),
    ...sayings.flatMap(({ block, leftTurn }): Claim[] =>
      leftTurn === null ? [] : [{ is: "left", block: getBlockId(block), turn: leftTurn }],
    ),
  ];
}

function countWithdrawn(sayings: readonly Saying[]): number {
  return sayings.filter(({ leftTurn }) => leftTurn !== null).length;
}

function quoteStart(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length <= QUOTED_CHARS_MAX ? line : `${line.slice(0, QUOTED_CHARS_MAX).toWellFormed()}…`;
}
