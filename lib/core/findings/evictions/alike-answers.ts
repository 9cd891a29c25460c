import { formatDigits } from "../../digits";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { removeAdded } from "../../proof/own-text";
import { countShared, isMostlyShared } from "../../proof/shared-lines";
import { extractCommand, parseJsonOrText, recordIn } from "../../source/arguments";
import { looksUp } from "../../source/looks-up";
import { isShell, plainToolName, sleeps } from "../../source/tool-words";
import { indexFirstCalls } from "../../trace/first-calls";
import { readFullText, readTextOfBlock } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import type { Case, FindingInput } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { messagesOf } from "./messages";
import { readOwnLines } from "./own-lines";
import { resultsOf } from "./same-results";

/** Who looks how far something is looks a few times. */
const CALLS_MIN = 10;
const SHARE_MIN = 0.5;
const PERIOD_MAX = 4;
const ARGUMENTS_READ = 4_000;

interface Asked {
  readonly call: number;
  readonly result: number | undefined;
  readonly turn: TurnIndex;
  /** The same for calls with the same tool and arguments. */
  readonly first: number;
  /** The same for look-ups that differ in a number that counts. */
  readonly counted: string | null;
  readonly said: number;
}

/**
 * One call, or a few in turn, made again and again, turn after turn, with nothing else called or said, where each answer has most
 * lines of the one before: what differs is a time or a count. A look-up may count by a number, where each answer is the same. Calls
 * that pause wait for something, and so did those that are answered otherwise in the end. Answers with nothing in them are alike, too;
 * they are a note, since what is called may work in silence. Where all calls and answers are the same,
 * it is a loop like any other.
 *
 *     turns 30 to 49   ls -la /tmp/app    ".. 9262 22:58 / app 22:52"   ".. 9260 23:04 / app 22:52"   …
 *     turns 50 to 61   read_log {from: 1} "nothing new"      read_log {from: 2} "nothing new"   …
 *     turns 70 to 81   job_state {}  "running since 22:58"   queue_size {}  "4 wait"   job_state {}   …
 */
export function* findAlikeAnswers(input: FindingInput): Generator<Case | undefined> {
  const asked = yield* listAsked(input);
  let told = 0;
  for (let start = 0; start < asked.length; start++) {
    yield undefined;
    if (start < told) continue;
    for (let period = 1; period <= PERIOD_MAX; period++) {
      const end = findEnd(input, asked, start, period);
      const run = asked.slice(start, end - ((end - start) % period));
      if (run.length < CALLS_MIN) continue;
      told = end;
      if (!isAnsweredOtherwise(asked[end], asked[end - period]) && isCircle(input, run, period))
        yield buildCase(input, run, period);
      break;
    }
  }
}

function* listAsked(input: FindingInput): Generator<undefined, Asked[]> {
  const { session } = input;
  const results = resultsOf(input);
  const said = messagesOf(input);
  const firstOf = indexFirstCalls(session);
  const asked: Asked[] = [];
  for (const { index: turn, output } of session.turns) {
    yield undefined;
    for (const call of output)
      if (session.blocks[call]?.kind === "tool_call")
        asked.push({
          ...{ call, turn, result: results.of(call), first: firstOf(call) },
          ...{ counted: nameCounted(input, call), said: said.by(turn) },
        });
  }
  return asked;
}

/** A look-up without the numbers that its arguments give; `null` where they give none. An id is no such number. */
function nameCounted({ session, recording }: FindingInput, call: number): string | null {
  const toolName = session.blocks[call]?.toolName ?? null;
  const args = readTextOfBlock(recording, call).slice(0, ARGUMENTS_READ);
  if (!/\d/.test(args) || !looksUp(toolName, args)) return null;
  const entries = Object.entries(recordIn(parseJsonOrText(args)) ?? {});
  const counts = entries.filter(([key, value]) => typeof value === "number" && !/id$/i.test(key));
  if (counts.length === 0) return null;
  const rest = entries.filter(([, value]) => typeof value !== "number");
  return JSON.stringify([toolName, counts.map(([key]) => key), rest]);
}

/** Where the calls end that each ask and are answered like the one a period before. */
function findEnd(input: FindingInput, asked: readonly Asked[], start: number, period: number): number {
  let end = start + 1;
  for (; end < asked.length; end++) {
    const [one, before] = [asked[end], asked[end - 1]];
    if (one === undefined || before === undefined || one.turn <= before.turn || one.said !== before.said)
      break;
    const like = asked[end - period];
    if (end - start >= period && (like === undefined || !isAlike(input, like, one))) break;
  }
  return end;
}

function isAlike(input: FindingInput, before: Asked, one: Asked): boolean {
  if (before.result === undefined || one.result === undefined) return false;
  const isSame = before.first === one.first;
  if (!isSame && (one.counted === null || one.counted !== before.counted)) return false;
  if (resultsOf(input).areSame(before.call, one.call)) return true;
  if (isBlank(input, before.result) || isBlank(input, one.result))
    return isSame && isBlank(input, before.result) && isBlank(input, one.result);
  const lines = readOwnLines(input);
  return isSame && isMostlyShared(lines.of(before.result), lines.of(one.result), SHARE_MIN);
}

/** Whether an answer is known to have nothing in it. */
function isBlank({ session, recording }: FindingInput, result: number): boolean {
  const block = session.blocks[result];
  const text = block === undefined ? null : readFullText(recording, block);
  return text !== null && removeAdded(text).trim() === "";
}

function isAnsweredOtherwise(next: Asked | undefined, before: Asked | undefined): boolean {
  return (
    next?.result !== undefined &&
    before !== undefined &&
    (next.first === before.first || (next.counted !== null && next.counted === before.counted))
  );
}

/** Whether nothing in it waits by itself, and it is no loop of the same calls with the same answers. */
function isCircle(input: FindingInput, run: readonly Asked[], period: number): boolean {
  const results = resultsOf(input);
  return (
    !run.slice(0, period).some(({ call }) => isPausing(input, call)) &&
    run
      .slice(period)
      .some(({ call, first }, i) => first !== run[i]?.first || !results.areSame(run[i]?.call ?? -1, call))
  );
}

/** A call that waits by itself waits for something. */
function isPausing({ session, recording }: FindingInput, call: number): boolean {
  const name = plainToolName(session.blocks[call]?.toolName ?? null);
  return (
    sleeps(name) ||
    (isShell(name) && /\b(?:sleep|wait)\b/.test(extractCommand(readTextOfBlock(recording, call))))
  );
}

function buildCase(input: FindingInput, run: readonly Asked[], period: number): Case {
  const getBlockId = (no: number | undefined) => input.session.blocks[no ?? -1]?.id ?? "";
  const lines = readOwnLines(input);
  const results = resultsOf(input);
  const cycle = run.slice(0, period);
  const [from, to] = [run[0]?.turn ?? 0, run.at(-1)?.turn ?? 0];
  const counts = run.some(({ first }, i) => i >= period && first !== run[i - period]?.first);
  const names = [...new Set(cycle.map(({ call }) => nameOfBlock(input, call)))].join(", ");
  const isBlankEach = run.every(({ result }) => result !== undefined && isBlank(input, result));
  return {
    severity: isBlankEach ? "note" : "warning",
    from,
    to,
    blocks: run
      .map(({ call }) => call)
      .slice(0, BLOCKS_NAMED_MAX)
      .map(getBlockId),
    numbers: { period, rounds: run.length / period, calls: run.length },
    sentence:
      `${period === 1 ? `The ${names} was made` : `A cycle of ${formatDigits(period)} calls (${names}) was gone through`} ${formatDigits(run.length / period)} times with nothing else between, from turn ${from} to ${to}, ` +
      `${isBlankEach ? "and each answer was empty" : counts ? "each time with another number, and was answered the same" : `and each answer had most lines of the one before`}.`,
    proof: { view: "turn", turn: from },
    claims: [
      { is: "count", n: run.length, of: { in: "made", kind: "tool_call", from, to } } satisfies Claim,
      ...(counts
        ? []
        : cycle.map(({ call }): Claim => ({
            is: "count",
            n: run.length / period,
            of: { in: "calls-like", block: getBlockId(call), from, to },
          }))),
      ...run.slice(period).map(({ call, result }, i): Claim => {
        const before = run[i];
        const blocks: [string, string] = [getBlockId(before?.result), getBlockId(result)];
        return isBlankEach || results.areSame(before?.call ?? -1, call)
          ? { is: "equal", blocks }
          : {
              is: "shares-lines",
              blocks,
              n: countShared(lines.of(before?.result ?? -1), lines.of(result ?? -1)),
            };
      }),
    ].slice(0, CLAIMS_MAX),
  };
}
