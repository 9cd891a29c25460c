import { countWords } from "../../count-words";
import { formatDigits } from "../../digits";
import type { Claim } from "../../proof/claim";
import type { TurnIndex } from "../../units";
import type { Case, FindingInput } from "../rule/rule";
import { shortenWords } from "../rule/subject";
import { readOwnLines } from "./own-lines";
import { ownPromptsOf } from "./own-prompts";
import type { SaidMessage } from "./said-messages";
import { countCallsOf, isActedOn } from "./said-messages";

/** A line in fewer words is a heading, or an answer. */
const LINE_WORDS_MIN = 6;
const LINES_MIN = 3;
const SHARE_MIN = 0.5;
/** So many messages back, points stand for what they were given for. */
const MESSAGES_BACK = 2;
/** What comes with several messages belongs to each piece of work. */
const FORM_TIMES_MIN = 3;
const QUOTED_CHARS_MAX = 120;

/**
 * Points of a message that are given again, line by line, in one of the next: most lines of the later one stand in the earlier one,
 * the model had acted on that one and had handed back. What stands in three messages and more is a form. The very same message is
 * told as such.
 *
 *     turn 3    user "1. The order test has no case for a refund. 2. … 3. … 4. …"     … the model says that all is done …
 *     turn 40   user "Good. These are open: 2. … 3. … 4. …"
 */
export function* findPointsAgain(
  input: FindingInput,
  said: readonly SaidMessage[],
): Generator<Case | undefined> {
  const lines = readOwnLines(input);
  const points: (readonly string[])[] = [];
  for (const { block } of said) {
    yield undefined;
    points.push([...lines.of(block)].filter((line) => countWords(line) >= LINE_WORDS_MIN));
  }
  const times = new Map<string, number>();
  for (const own of points) for (const line of own) times.set(line, (times.get(line) ?? 0) + 1);
  for (const [no, later] of said.entries()) {
    yield undefined;
    const own = points[no] ?? [];
    for (let back = no - 1; back >= Math.max(0, no - 1 - MESSAGES_BACK); back--) {
      const [earlier, before] = [said[back], new Set(points[back])];
      if (earlier === undefined || earlier.text === later.text || later.text.includes(earlier.text)) continue;
      const again = own.filter((line) => before.has(line) && (times.get(line) ?? 0) < FORM_TIMES_MIN);
      if (again.length < LINES_MIN || again.length < own.length * SHARE_MIN) continue;
      const isHandedBack = countCallsOf(input, input.session.turns.slice(later.at - 1, later.at)) === 0;
      if (!isHandedBack || !isActedOn(input, earlier, later)) continue;
      const prompts = yield* ownPromptsOf.inSteps(input);
      if (prompts.isGivenBefore(later.text, later.turn)) continue;
      yield buildCase(input, { earlier, later, again, of: own.length });
      break;
    }
  }
}

interface PointsAgain {
  readonly earlier: SaidMessage;
  readonly later: SaidMessage;
  readonly again: readonly string[];
  readonly of: number;
}

function buildCase(input: FindingInput, { earlier, later, again, of }: PointsAgain): Case {
  const getBlockId = (no: number) => input.session.blocks[no]?.id ?? "";
  const [from, to]: readonly TurnIndex[] = [earlier.turn, later.turn];
  const calls = countCallsOf(input, input.session.turns.slice(earlier.at, later.at));
  const blocks: [string, string] = [getBlockId(earlier.block), getBlockId(later.block)];
  return {
    severity: "warning",
    from: from ?? 0,
    to: to ?? 0,
    blocks,
    numbers: { said: 2, lines: again.length, of, calls },
    sentence:
      `${formatDigits(again.length)} of the ${formatDigits(of)} longer lines of the message of turn ${to ?? 0} had been given at turn ${from ?? 0}, before the model made ${formatDigits(calls)} ${calls === 1 ? "call" : "calls"} and ended its work: ` +
      `"${shortenWords(again[0] ?? "", QUOTED_CHARS_MAX)}".`,
    proof: { view: "turn", turn: to ?? 0, block: blocks[1] },
    claims: [{ is: "shares-lines", blocks, n: again.length } satisfies Claim],
  };
}
