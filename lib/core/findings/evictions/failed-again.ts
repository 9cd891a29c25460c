import { formatDigits } from "../../digits";
import type { FailedTry, Attempts } from "../../evidence/attempts";
import { groupAttempts } from "../../evidence/attempts";
import { readLastCounts } from "../../proof/error-words";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { listOwnLines } from "../../proof/shared-lines";
import { isBranching } from "../../trace/branching";
import { readTextOfBlock } from "../../trace/fold/recording";
import { getFindingKind } from "../kinds";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock, shortenWords } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { findMadeAgain } from "./made-again";
import { nameTurnsOf } from "./name-turns";
import { findNeededMore } from "./needed-more";
import { pairCalls } from "../../window/call-pairs";

const ATTEMPTS_MIN = 3;
const ANSWERS_QUOTED = 3;
const QUOTED_CHARS_MAX = 80;

/**
 * The same thing tried again and again, refused for other reasons each time: a change that was refused, or a command that never
 * worked, or one that was tried again with nothing changed. A test that fails until what it tests is mended is work. Where all
 * answers are the same, `error.again` says so. What no record calls failed is told where it was made again at once. So are commands
 * that all needed the same one thing more.
 */
export const failedAgain: FindingRule = {
  ...getFindingKind("call.failed_again"),
  *find(input) {
    yield* findRefused(input);
    yield* findMadeAgain(input);
    yield* findNeededMore(input);
  },
};

function* findRefused(input: FindingInput): Generator<Case | undefined> {
  const groups = yield* groupAttempts(input.recording, pairCalls(input.session));
  if (groups.length === 0) return;
  const branched = new Set(
    input.session.evictions.flatMap(({ block, cause }) => (isBranching(cause) ? block : [])),
  );
  for (const group of groups) {
    yield undefined;
    const { failed } = group;
    if (failed.length < ATTEMPTS_MIN || failed.some(({ result }) => branched.has(result))) continue;
    const answers = listAnswers(failed);
    if (answers.length === 1 && failed[0]?.words !== null) continue;
    if (group.isChange || isStuck(failed) || (group.workedAt === null && !hasComeFurther(input, failed)))
      yield buildCase(input, group, answers);
  }
}

/** Whether each answer that counts something counts otherwise than the one before, as tests do that are mended one by one. */
function hasComeFurther({ recording }: FindingInput, failed: readonly FailedTry[]): boolean {
  const counts = failed
    .map(({ result }) => readLastCounts(readTextOfBlock(recording, result)))
    .filter((one) => one !== "");
  return counts.length > 1 && counts.every((one, i) => one !== counts[i - 1]);
}

/** The very same call each time, and nothing that worked changed anything in between. */
function isStuck(failed: readonly FailedTry[]): boolean {
  const [first] = failed;
  return failed.every(({ changes, asked }) => changes === first?.changes && asked === first.asked);
}

/** The first attempt with each answer. */
function listAnswers(failed: readonly FailedTry[]): readonly FailedTry[] {
  const first = new Map<string | null, FailedTry>();
  for (const one of failed) if (!first.has(one.words)) first.set(one.words, one);
  return [...first.values()];
}

function buildCase(
  input: FindingInput,
  { failed, workedAt, variant }: Attempts,
  answers: readonly FailedTry[],
): Case {
  const { session } = input;
  const getBlockId = (no: number) => session.blocks[no]?.id ?? "";
  const [first, ...more] = failed;
  const [call, from] = [first?.call ?? -1, first?.turn ?? 0];
  const to = failed.at(-1)?.turn ?? from;
  const quoted = quoteAnswers(input, answers);
  return {
    from,
    to,
    blocks: failed
      .flatMap((one) => [one.call, one.result])
      .slice(0, BLOCKS_NAMED_MAX)
      .map(getBlockId),
    numbers: { attempts: failed.length, answers: answers.length },
    sentence:
      `The ${nameOfBlock(input, call)} was tried and failed ${formatDigits(failed.length)} times, ${nameTurnsOf(failed.map(({ turn }) => turn))}` +
      `${isStuck(failed) ? ", with nothing changed between" : ""}, ` +
      `and ${describeEnd(input, workedAt, variant)}. ` +
      `${answers.length === 1 ? "It was answered" : `It was answered in ${formatDigits(answers.length)} ways, such as`} ${quoted.join(", ")}.`,
    proof: { view: "turn", turn: to, block: getBlockId(failed.at(-1)?.call ?? call) },
    claims: [
      ...failed.map(({ result }): Claim => ({ is: "failed", block: getBlockId(result) })),
      ...more.map((one): Claim => ({ is: "same-attempt", blocks: [getBlockId(call), getBlockId(one.call)] })),
    ].slice(0, CLAIMS_MAX),
  };
}

function describeEnd(
  input: FindingInput,
  workedAt: Attempts["workedAt"],
  variant: Attempts["variant"],
): string {
  if (workedAt !== null) return `worked at turn ${workedAt}`;
  const never = "no run of that very command worked after it";
  return variant === null
    ? never
    : `${never}, but the ${nameOfBlock(input, variant.call)} did at turn ${variant.turn}`;
}

/** The first line of each answer that no other one has. */
function quoteAnswers({ recording }: FindingInput, answers: readonly FailedTry[]): string[] {
  const texts = answers.map(({ result }) => readTextOfBlock(recording, result));
  const saying = texts.map(listOwnLines);
  const times = new Map<string, number>();
  for (const lines of saying) for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1);
  return saying.slice(0, ANSWERS_QUOTED).map((lines, i) => {
    const own = [...lines].find((line) => times.get(line) === 1) ?? [...lines][0] ?? texts[i] ?? "";
    return `"${shortenWords(own, QUOTED_CHARS_MAX).replaceAll('"', "'")}"`;
  });
}
