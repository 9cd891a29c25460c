import { fullText } from "../../trace/fold/recording";
import type { Claim } from "../../proof/claim";
import type { Case, FindingInput } from "../rule/rule";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import type { Saying } from "./corrections";
import { correctionsTakenBack, unansweredMistake } from "./corrections";
import { timesWords } from "./repeat-groups";

const QUOTED_CHARS_MAX = 120;

/** A reply that drew the same correction again after the correction had been withdrawn together with the first reply. */
export function* mistakesInReplies(input: FindingInput): Generator<Case> {
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
      severity: "serious",
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
