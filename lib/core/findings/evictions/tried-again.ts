import { formatDigits } from "../../digits";
import { readError } from "../../proof/read-error";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { extractCommand } from "../../source/arguments";
import { looksUp } from "../../source/looks-up";
import { isChange, isShell, plainToolName } from "../../source/tool-words";
import { indexFirstCalls } from "../../trace/first-calls";
import { readFullText, readTextOfBlock } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import { pairCalls } from "../../window/call-pairs";
import type { Case, FindingInput } from "../rule/rule";
import { nameOfBlock, shortenWords } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { messagesOf } from "./messages";
import { nameTurnsOf } from "./name-turns";
import { resultsOf } from "./same-results";

const TRIES_MIN = 3;
/** Shorter answers come again by chance. */
const ANSWER_CHARS_MIN = 40;
/** From here on one that was run again counts by itself (see `findRunAgain`). */
const ANSWER_CHARS_MAX = 1_000;
/** A longer text is no short answer, however much of it is white space. */
const ANSWER_CHARS_READ = 10_000;
const BETWEEN_MAX = 2;
const QUOTED_CHARS_MAX = 80;

interface Try {
  readonly call: number;
  readonly result: number;
  readonly turn: TurnIndex;
  readonly place: number;
  readonly first: number;
  readonly words: ReadonlySet<string>;
}

/**
 * A command that was tried in one form after the other, at once, and gave the same each time, word for word: nobody calls the answer an
 * error, but what was wanted did not come. Nothing else was answered so, as a program's word for "done" is, and a command that changes
 * a file is another change each time. What a form names stands in the form before or holds all of it; flags and what is sent into
 * the command are its form.
 *
 *     turn 3  npx make-app web --no-ask      turn 4  echo N | npx make-app web      turn 5  yes N | npx make-app web --quick
 *             "Would you like a compiler? No / Yes"  each time
 */
export function* findTriedAgain(input: FindingInput): Generator<Case | undefined> {
  const { session, recording, index } = input;
  const results = resultsOf(input);
  const said = messagesOf(input);
  const pairs = pairCalls(session);
  const firstOf = indexFirstCalls(session);
  const open = new Map<string, Try[]>();
  const ended: Try[][] = [];
  const answered = new Map<string, number>();
  let place = 0;
  for (const { index: turn, output } of session.turns) {
    yield undefined;
    for (const call of output) {
      const block = session.blocks[call];
      if (block?.kind !== "tool_call") continue;
      place += 1;
      const result = results.of(call);
      const name = plainToolName(block.toolName);
      if (result === undefined || !isShell(name)) continue;
      if (readTextOfBlock(recording, result).length >= ANSWER_CHARS_READ) continue;
      const answer = results.saying(result) ?? "";
      const args = readFullText(recording, block) ?? "";
      if (answer.length < ANSWER_CHARS_MIN || answer.length >= ANSWER_CHARS_MAX) continue;
      answered.set(answer, (answered.get(answer) ?? 0) + 1);
      if (
        looksUp(block.toolName, args) ||
        isChange(name, args) ||
        readError(recording, pairs, result) !== null
      )
        continue;
      const key = `${said.by(turn)} ${answer}`;
      const one = { call, result, turn, place, first: firstOf(call), words: listNamed(extractCommand(args)) };
      const tries = open.get(key) ?? [];
      const before = tries.at(-1);
      const goesOn =
        before !== undefined &&
        before.turn < turn &&
        before.first !== one.first &&
        place - before.place <= 1 + BETWEEN_MAX &&
        holdsAll(before.words, one.words) &&
        index.standing.findAt(before.result, turn)?.mode === "full";
      if (!goesOn && tries.length >= TRIES_MIN) ended.push(tries);
      open.set(key, goesOn ? [...tries, one] : [one]);
    }
  }
  for (const tries of [...ended, ...open.values()]) {
    const answer = results.saying(tries[0]?.result) ?? "";
    if (tries.length >= TRIES_MIN && answered.get(answer) === tries.length) yield buildCase(input, tries);
  }
}

/** What a command names: its words without flags, numbers and signs. */
function listNamed(command: string): ReadonlySet<string> {
  return new Set(command.match(/(?<![\w@./-])[A-Za-z@][\w@./-]{2,100}/g) ?? []);
}

function holdsAll(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  return few.size > 0 && [...few].filter((word) => !many.has(word)).length <= 1;
}

function buildCase(input: FindingInput, tries: readonly Try[]): Case {
  const getBlockId = (no: number | undefined) => input.session.blocks[no ?? -1]?.id ?? "";
  const [first, ...more] = tries;
  const last = tries.at(-1);
  const [from, to] = [first?.turn ?? 0, last?.turn ?? 0];
  const answer = resultsOf(input).saying(first?.result) ?? "";
  return {
    severity: "warning",
    from,
    to,
    blocks: tries
      .map(({ call }) => call)
      .slice(0, BLOCKS_NAMED_MAX)
      .map(getBlockId),
    numbers: { times: more.length, tokens: 0 },
    sentence:
      `The ${nameOfBlock(input, first?.call ?? -1)} of turn ${from} was tried in ${formatDigits(tries.length)} forms at once, ${nameTurnsOf(tries.map(({ turn }) => turn))}, ` +
      `and each gave the same: "${shortenWords(answer, QUOTED_CHARS_MAX).replaceAll('"', "'")}".`,
    proof: { view: "turn", turn: to, block: getBlockId(last?.call) },
    claims: more
      .flatMap(({ result, turn }, i): Claim[] => [
        { is: "stands", block: getBlockId(tries[i]?.result), turn, mode: "full" },
        { is: "equal", blocks: [getBlockId(tries[i]?.result), getBlockId(result)] },
      ])
      .slice(0, CLAIMS_MAX),
  };
}
