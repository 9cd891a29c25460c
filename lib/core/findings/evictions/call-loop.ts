import { formatDigits } from "../../digits";
import { groupBy } from "../../group-by";
import type { Claim } from "../../proof/claim";
import type { InSteps } from "../../steps";
import type { TurnIndex } from "../../units";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { indexFirstCalls } from "../../trace/first-calls";
import { nameOfBlock } from "../rule/subject";
import { findAlikeAnswers } from "./alike-answers";
import { messagesOf } from "./messages";
import { findReturnedChanges } from "./returned-changes";
import { resultsOf } from "./same-results";

const PERIOD_MAX = 30;
const ROUNDS_MIN = 3;
const CALLS_MIN = 4;

interface LoopCall {
  readonly no: number;
  readonly id: string;
  readonly turn: TurnIndex;
  /** The same for calls with the same tool and arguments. */
  readonly first: number;
  /** The same for such calls that were also answered alike. */
  readonly key: string;
  readonly isAnswered: boolean;
}

/**
 * The same calls with the same answers, round after round, and nothing else called or said between. If the next call of
 * the round is answered in another way, the agent waited for something, and that is no loop. Circles of other forms are one call
 * whose answers differ in little, and changes of files that come back.
 */
export const callLoop: FindingRule = {
  ...getFindingKind("call.loop"),
  *find(input) {
    const calls = yield* listCallsInOrder(input);
    for (let start = 0; start < calls.length;) {
      yield;
      const loop = findLoopFrom(calls, start);
      if (loop === null) {
        start++;
        continue;
      }
      const { period, end, isOver } = loop;
      const run = keepWholeRounds(calls, start, end, period);
      start = end;
      const [first, last] = [run[0], run.at(-1)];
      if (isOver || first === undefined || last === undefined || run.length < CALLS_MIN) continue;
      const cycle = run.slice(0, period);
      const rounds = run.length / period;
      const names = [...new Set(cycle.map(({ no }) => nameOfBlock(input, no)))].slice(0, 3).join(", ");
      yield {
        from: first.turn,
        to: last.turn,
        blocks: cycle.map(({ id }) => id),
        numbers: { period, rounds, calls: run.length },
        sentence: `A cycle of ${period === 1 ? "one call" : `${period} calls`} (${names}${period > 3 ? " …" : ""}) was gone through ${formatDigits(rounds)} times with the same results, from turn ${first.turn} to ${last.turn}.`,
        proof: { view: "turn", turn: first.turn },
        claims: buildClaims(input, run, period),
      };
    }
    yield* findAlikeAnswers(input);
    yield* findReturnedChanges(input);
  },
};

function buildClaims(input: FindingInput, run: readonly LoopCall[], period: number): Claim[] {
  const [from, to] = [run[0]?.turn ?? 0, run.at(-1)?.turn ?? 0];
  const results = resultsOf(input);
  const getCallId = (call: LoopCall | undefined) =>
    input.session.blocks[results.of(call?.no ?? -1) ?? -1]?.id ?? "";
  return [
    { is: "count", n: run.length, of: { in: "made", kind: "tool_call", from, to } },
    ...[...groupBy(run, ({ first }) => first).values()].map((sameCalls): Claim => ({
      is: "count",
      n: sameCalls.length,
      of: { in: "calls-like", block: sameCalls[0]?.id ?? "", from, to },
    })),
    ...run
      .slice(period)
      .map((call, i): Claim => ({ is: "equal", blocks: [getCallId(run[i]), getCallId(call)] })),
  ];
}

function* listCallsInOrder(input: FindingInput): InSteps<LoopCall[]> {
  const { session } = input;
  const firstOf = indexFirstCalls(session);
  const results = resultsOf(input);
  const messages = messagesOf(input);
  const calls: LoopCall[] = [];
  for (const { index: turn, output } of session.turns) {
    for (const no of output) {
      const block = session.blocks[no];
      if (block?.kind !== "tool_call") continue;
      const answer = results.firstSaying(results.of(no));
      const first = firstOf(no);
      calls.push({
        no,
        id: block.id,
        turn,
        first,
        isAnswered: answer !== null,
        key: `${first} ${answer ?? `none ${no}`} ${messages.by(turn)}`,
      });
    }
    yield;
  }
  return calls;
}

/** The run of the shortest period that begins here, in whole rounds. */
function findLoopFrom(calls: readonly LoopCall[], start: number) {
  for (let period = 1; period <= PERIOD_MAX; period++) {
    let end = start + period;
    while (end < calls.length && calls[end]?.key === calls[end - period]?.key) end++;
    if (end - start < Math.max(period * ROUNDS_MIN, CALLS_MIN)) continue;
    const next = calls[end];
    const isOver = next?.isAnswered === true && next.first === calls[end - period]?.first;
    return { period, end, isOver };
  }
  return null;
}

/** The whole rounds of a run that share no turn with a call outside it. */
function keepWholeRounds(
  calls: readonly LoopCall[],
  start: number,
  end: number,
  period: number,
): readonly LoopCall[] {
  let [from, to] = [start, end];
  while (from < to && calls[from - 1]?.turn === calls[from]?.turn) from++;
  while (to > from && calls[to]?.turn === calls[to - 1]?.turn) to--;
  to -= (to - from) % period;
  while (to > from && calls[to]?.turn === calls[to - 1]?.turn) to -= period;
  return (to - from) / period < ROUNDS_MIN ? [] : calls.slice(from, Math.max(from, to));
}
