import { formatDigits } from "../../digits";
import { groupBy } from "../../group-by";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import type { Case, FindingInput } from "../rule/rule";
import { shortenWords } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { nameTurnsOf } from "./name-turns";
import type { SaidMessage } from "./said-messages";
import { countCallsOf } from "./said-messages";

const TIMES_MIN = 3;
/** What comes with every few calls is of a harness. */
const CALLS_BETWEEN_MIN = 3;
const QUOTED_CHARS_MAX = 60;

/**
 * Work that was cut off again and again: the same message, however short, came each time where the turn before had called something
 * or said nothing, so that nobody had been answered. To a model that hands back, the same word is an answer. What a harness says with
 * every call comes after few calls.
 *
 *     turn 20   calls go test      turn 21   user "continue"
 *     turn 34   says nothing       turn 35   user "continue"
 */
export function* findCutOff(input: FindingInput, said: readonly SaidMessage[]): Generator<Case | undefined> {
  for (const own of groupBy(said, ({ text }) => text).values()) {
    yield undefined;
    const cut = own.filter((one) => isCutOff(input, one));
    const [first, last] = [cut[0], cut.at(-1)];
    if (cut.length < TIMES_MIN || cut.length * 2 < own.length || first === undefined || last === undefined)
      continue;
    const working = input.session.turns
      .slice(first.at, last.at)
      .filter((turn) => countCallsOf(input, [turn]) > 0);
    if (working.length >= CALLS_BETWEEN_MIN * (cut.length - 1)) yield buildCase(input, cut);
  }
}

function isCutOff(input: FindingInput, { at }: SaidMessage): boolean {
  const before = input.session.turns[at - 1];
  return (
    before !== undefined &&
    (countCallsOf(input, [before]) > 0 ||
      !before.output.some((no) => input.session.blocks[no]?.kind === "assistant_text"))
  );
}

function buildCase(input: FindingInput, cut: readonly SaidMessage[]): Case {
  const { session } = input;
  const getBlockId = (no: number | undefined) => session.blocks[no ?? -1]?.id ?? "";
  const [first, ...more] = cut;
  const last = cut.at(-1);
  const turns = cut.map(({ turn }) => turn);
  return {
    severity: "warning",
    from: first?.turn ?? 0,
    to: last?.turn ?? 0,
    blocks: cut
      .map(({ block }) => block)
      .slice(0, BLOCKS_NAMED_MAX)
      .map(getBlockId),
    numbers: { said: cut.length },
    sentence:
      `The work was cut off ${formatDigits(cut.length)} times, and "${shortenWords(first?.text ?? "", QUOTED_CHARS_MAX)}" was said each time, ${nameTurnsOf(turns)}: ` +
      `the turn before had called something, or said nothing.`,
    proof: { view: "turn", turn: last?.turn ?? 0, block: getBlockId(last?.block) },
    claims: [
      ...more.map(({ block }): Claim => ({
        is: "equal",
        blocks: [getBlockId(first?.block), getBlockId(block)],
      })),
      ...cut.map(({ at }): Claim => {
        const before = session.turns[at - 1];
        const turn = before?.index ?? 0;
        return before !== undefined && countCallsOf(input, [before]) > 0
          ? { is: "count", n: 1, atLeast: true, of: { in: "made", kind: "tool_call", from: turn, to: turn } }
          : { is: "count", n: 0, of: { in: "made", kind: "assistant_text", from: turn, to: turn } };
      }),
    ].slice(0, CLAIMS_MAX),
  };
}
