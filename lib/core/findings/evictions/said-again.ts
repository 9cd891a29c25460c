import { countWords } from "../../count-words";
import { formatDigits } from "../../digits";
import { groupBy } from "../../group-by";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import type { Case, FindingInput } from "../rule/rule";
import { shortenWords } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { nameTurnsOf } from "./name-turns";
import { ownPromptsOf } from "./own-prompts";
import type { Answered } from "./repeated-corrections";
import { findCutOff } from "./cut-off";
import { findPointsAgain } from "./points-again";
import { findSameReplies } from "./same-replies";
import type { SaidMessage } from "./said-messages";
import { countCallsOf, isActedOn, listSaidMessages } from "./said-messages";

/** A shorter message may be said for many reasons. */
const WORDS_MIN = 10;
/** A longer message says something else. */
const LONGER_MAX = 2;
/** So many messages back, an order stands for what it was given for. */
const MESSAGES_BACK = 2;
/** A value of a claim is no longer. */
const VALUE_CHARS_MAX = 400;
const HARNESS_TIMES_MIN = 3;
const QUOTED_CHARS_MAX = 120;

/**
 * What had to be said again: a user's message that says what one of the last ones said, after the model had acted on that one, and
 * a message that a harness sends each time that a tool is used, which it names. An order that is given each time that something is
 * done comes more than twice, and names no tool. Messages that come side by side are of other agents, and what the model had asked
 * to be told is its own. What refuses a reply for its form is told as that (see `findRepeatedCorrections`).
 *
 *     turn 3    user "Run the checks in the container."    … the model says that it is done …
 *     turn 19   user "Run the checks in the container, and make no file this time."
 */
export function* findSaidAgain(
  input: FindingInput,
  answered: readonly Answered[],
): Generator<Case | undefined> {
  const refusals = new Set(answered.flatMap(({ message, repaired }) => (repaired === null ? [] : message)));
  const said = (yield* listSaidMessages(input)).filter(({ block }) => !refusals.has(block));
  yield* findMessagesAgain(input, said);
  yield* findPointsAgain(input, said);
  yield* findCutOff(input, said);
  yield* findSameReplies(input);
}

function* findMessagesAgain(input: FindingInput, said: readonly SaidMessage[]): Generator<Case | undefined> {
  const alike = groupBy(said, ({ text }) => text);
  const told = new Set<SaidMessage>();
  for (const [no, one] of said.entries()) {
    yield undefined;
    const own = alike.get(one.text) ?? [];
    if (told.has(one) || countWords(one.text) < WORDS_MIN) continue;
    if (own.length >= HARNESS_TIMES_MIN) {
      for (const other of own) told.add(other);
      if (own.slice(1).every((other) => namesToolUsed(input, other))) yield buildCase(input, own);
      continue;
    }
    const next = said.slice(no + 1, no + 2 + MESSAGES_BACK).find((later) => saysAll(later.text, one.text));
    if (next === undefined || (alike.get(next.text)?.length ?? 0) >= HARNESS_TIMES_MIN) continue;
    told.add(next);
    if (!isActedOn(input, one, next)) continue;
    const prompts = yield* ownPromptsOf.inSteps(input);
    if (prompts.isGivenBefore(one.text, next.turn)) continue;
    yield buildCase(input, [one, next]);
  }
}

function saysAll(later: string, text: string): boolean {
  if (later === text) return true;
  return text.length <= VALUE_CHARS_MAX && later.length <= LONGER_MAX * text.length && later.includes(text);
}

/** Whether the message names a tool that the turn before it called. */
function namesToolUsed({ session }: FindingInput, { at, text }: SaidMessage): boolean {
  const before = session.turns[at - 1]?.output ?? [];
  const words = new Set(text.match(/[\w.-]+/g)?.map((word) => word.replace(/\.$/, "")));
  return before.some((no) => {
    const block = session.blocks[no];
    return block?.kind === "tool_call" && block.toolName !== null && words.has(block.toolName);
  });
}

function buildCase(input: FindingInput, own: readonly SaidMessage[]): Case {
  const { session, index } = input;
  const getBlockId = (no: number | undefined) => session.blocks[no ?? -1]?.id ?? "";
  const [first, last] = [own[0], own.at(-1)];
  const more = own.slice(1);
  const between = session.turns.slice(first?.at, last?.at);
  const calls = countCallsOf(input, between);
  const isHandedBack = countCallsOf(input, between.slice(-1)) === 0;
  const isOfHarness = own.length >= HARNESS_TIMES_MIN;
  const stood = more.every(({ at }) => {
    const before = session.turns[at - 1];
    return (
      before?.window.known === true &&
      index.standing.findAt(first?.block ?? -1, before.index)?.mode === "full"
    );
  });
  return {
    severity: isOfHarness || isHandedBack ? "warning" : "note",
    from: first?.turn ?? 0,
    to: last?.turn ?? 0,
    blocks: own
      .map(({ block }) => block)
      .slice(0, BLOCKS_NAMED_MAX)
      .map(getBlockId),
    numbers: { said: own.length, calls },
    sentence:
      `The message of turn ${first?.turn ?? 0}, "${shortenWords(first?.text ?? "", QUOTED_CHARS_MAX)}", was given again ${nameTurnsOf(more.map(({ turn }) => turn))}, ` +
      `after the model had made ${formatDigits(calls)} ${calls === 1 ? "call" : "calls"}${isHandedBack && !isOfHarness ? " and ended its work" : ""}${stood ? "; it had stood in the window all the time" : ""}.`,
    proof: { view: "turn", turn: last?.turn ?? 0, block: getBlockId(last?.block) },
    claims: [
      ...more.map(({ block, turn, text }): Claim =>
        text === first?.text
          ? { is: "equal", blocks: [getBlockId(first?.block), getBlockId(block)] }
          : { is: "present", value: first?.text ?? "", turn, block: getBlockId(block) },
      ),
      ...(stood
        ? more.map(({ at }): Claim => ({
            is: "stands",
            block: getBlockId(first?.block),
            turn: session.turns[at - 1]?.index ?? 0,
            mode: "full",
          }))
        : []),
    ].slice(0, CLAIMS_MAX),
  };
}
