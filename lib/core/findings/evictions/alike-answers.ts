import { formatDigits } from "../../digits";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { countShared, isMostlyShared } from "../../proof/shared-lines";
import { extractCommand } from "../../source/arguments";
import { isShell, plainToolName, sleeps } from "../../source/tool-words";
import { indexFirstCalls } from "../../trace/first-calls";
import { readTextOfBlock } from "../../trace/fold/recording";
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

interface Asked {
  readonly call: number;
  readonly result: number;
  readonly turn: TurnIndex;
}

/**
 * One call made again and again, turn after turn, with nothing else called or said, where each answer has most lines of the one
 * before: what differs is a time or a count. Calls that pause wait for something, and so did those that are answered otherwise in
 * the end. Where all answers are the same, it is a loop like any other.
 *
 *     turns 30 to 49   ls -la /tmp/app    ".. 9262 22:58 / app 22:52"   ".. 9260 23:04 / app 22:52"   …
 */
export function* findAlikeAnswers(input: FindingInput): Generator<Case | undefined> {
  const { session } = input;
  const results = resultsOf(input);
  const said = messagesOf(input);
  const lines = readOwnLines(input);
  const firstOf = indexFirstCalls(session);
  let run: Asked[] = [];
  for (const { index: turn, output } of session.turns) {
    yield undefined;
    for (const call of output) {
      if (session.blocks[call]?.kind !== "tool_call") continue;
      const result = results.of(call);
      const before = run.at(-1);
      const goesOn =
        before !== undefined &&
        before.turn < turn &&
        firstOf(before.call) === firstOf(call) &&
        said.by(before.turn) === said.by(turn);
      const isAlike =
        goesOn &&
        result !== undefined &&
        isMostlyShared(lines.of(before.result), lines.of(result), SHARE_MIN);
      if (!goesOn && isCircle(input, run)) yield buildCase(input, run);
      if (!isAlike) run = [];
      if (result !== undefined) run.push({ call, result, turn });
    }
  }
  if (isCircle(input, run)) yield buildCase(input, run);
}

function isCircle(input: FindingInput, run: readonly Asked[]): boolean {
  const [first] = run;
  if (first === undefined || run.length < CALLS_MIN) return false;
  const results = resultsOf(input);
  return !isPausing(input, first.call) && run.some(({ call }) => !results.areSame(first.call, call));
}

/** A call that waits by itself waits for something. */
function isPausing({ session, recording }: FindingInput, call: number): boolean {
  const name = plainToolName(session.blocks[call]?.toolName ?? null);
  return (
    sleeps(name) ||
    (isShell(name) && /\b(?:sleep|wait)\b/.test(extractCommand(readTextOfBlock(recording, call))))
  );
}

function buildCase(input: FindingInput, run: readonly Asked[]): Case {
  const getBlockId = (no: number | undefined) => input.session.blocks[no ?? -1]?.id ?? "";
  const lines = readOwnLines(input);
  const [first, ...more] = run;
  const [from, to] = [first?.turn ?? 0, run.at(-1)?.turn ?? 0];
  return {
    severity: "warning",
    from,
    to,
    blocks: run
      .map(({ call }) => call)
      .slice(0, BLOCKS_NAMED_MAX)
      .map(getBlockId),
    numbers: { period: 1, rounds: run.length, calls: run.length },
    sentence: `The ${nameOfBlock(input, first?.call ?? -1)} was made ${formatDigits(run.length)} times with nothing else between, from turn ${from} to ${to}, and each answer had most lines of the one before.`,
    proof: { view: "turn", turn: from },
    claims: [
      { is: "count", n: run.length, of: { in: "made", kind: "tool_call", from, to } } satisfies Claim,
      {
        is: "count",
        n: run.length,
        of: { in: "calls-like", block: getBlockId(first?.call), from, to },
      } satisfies Claim,
      ...more.map(({ result }, i): Claim => ({
        is: "shares-lines",
        blocks: [getBlockId(run[i]?.result), getBlockId(result)],
        n: countShared(lines.of(run[i]?.result ?? -1), lines.of(result)),
      })),
    ].slice(0, CLAIMS_MAX),
  };
}
