import { groupBy } from "../../group-by";
import { readError } from "../../proof/read-error";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { extractCommand } from "../../source/arguments";
import { nameAttemptKind } from "../../source/attempted";
import { looksUp } from "../../source/looks-up";
import { isShell, plainToolName } from "../../source/tool-words";
import { indexFirstCalls } from "../../trace/first-calls";
import { readFullText, readTextOfBlock } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import { pairCalls } from "../../window/call-pairs";
import type { Case, FindingInput } from "../rule/rule";
import { countFullTokens } from "../rule/session-index";
import { nameOfBlock } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { messagesOf } from "./messages";
import { COSTLY_TOKENS, describeTimes, describeTurnRange } from "./repeat-groups";
import { resultsOf } from "./same-results";

/** What says so much says it by no chance twice. */
const ANSWER_CHARS_MIN = 1_000;

interface Run {
  readonly call: number;
  readonly result: number;
  readonly turn: TurnIndex;
}

interface RunAgain extends Run {
  readonly before: Run;
}

/**
 * A command that was run again in another form, such as with another cut of its output or with other words about it, and gave what
 * stood in the window. A look-up is the same only with the very same command. An error that came again is told as such, and the very
 * same call too.
 *
 *     turn 4   mvn test | tail -100      turn 12   mvn test | tail -80      → the same
 */
export function* findRunAgain(input: FindingInput): Generator<Case | undefined> {
  const { session, recording, index } = input;
  const results = resultsOf(input);
  const messages = messagesOf(input);
  const calls = pairCalls(session);
  const firstOf = indexFirstCalls(session);
  /** By what they answered, and then by their kind. */
  const runsByAnswer = new Map<number, Map<string, Run>>();
  const again: RunAgain[] = [];
  for (const { index: turn, output } of session.turns) {
    for (const call of output) {
      const block = session.blocks[call];
      const result = results.of(call);
      if (block?.kind !== "tool_call" || result === undefined || !isShell(plainToolName(block.toolName)))
        continue;
      const args = readFullText(recording, block) ?? "";
      if (readTextOfBlock(recording, result).length < ANSWER_CHARS_MIN) continue;
      const answer = results.firstSaying(result);
      if (answer === null || readError(recording, calls, result) !== null) continue;
      // Another look-up is another question.
      const attempt = looksUp(block.toolName, args)
        ? `asked ${extractCommand(args)}`
        : nameAttemptKind(block.toolName, args);
      const kind = `${messages.by(turn)} ${attempt}`;
      const alike = runsByAnswer.get(answer) ?? new Map<string, Run>();
      const before = alike.get(kind);
      runsByAnswer.set(answer, alike);
      if (before === undefined) alike.set(kind, { call, result, turn });
      else if (
        firstOf(before.call) !== firstOf(call) &&
        index.standing.findAt(before.result, turn)?.mode === "full"
      )
        again.push({ call, result, turn, before });
    }
    yield;
  }
  for (const group of groupBy(again, ({ before }) => before.call).values()) yield buildCase(input, group);
}

function buildCase(input: FindingInput, again: readonly RunAgain[]): Case {
  const { session } = input;
  const getBlockId = (no: number | undefined) => session.blocks[no ?? -1]?.id ?? "";
  const [first, last] = [again[0], again.at(-1)];
  const [from, to] = [first?.turn ?? 0, last?.turn ?? 0];
  const tokens = again.reduce((sum, { result }) => {
    const block = session.blocks[result];
    return sum + ((block === undefined ? null : countFullTokens(block)) ?? 0);
  }, 0);
  return {
    ...(tokens < COSTLY_TOKENS && { severity: "note" as const }),
    from,
    to,
    blocks: [first?.before.call, ...again.map(({ call }) => call)].slice(0, BLOCKS_NAMED_MAX).map(getBlockId),
    numbers: { times: again.length, tokens },
    sentence:
      `What the ${nameOfBlock(input, first?.before.call ?? -1)} of turn ${first?.before.turn ?? 0} gave stood in the window when the same was run in another form ` +
      `${describeTimes(again.length)}, ${describeTurnRange(from, to)}, and gave the same.`,
    proof: { view: "turn", turn: from, block: getBlockId(first?.call) },
    claims: again
      .flatMap(({ before, result, turn }): Claim[] => [
        { is: "stands", block: getBlockId(before.result), turn, mode: "full" },
        { is: "equal", blocks: [getBlockId(before.result), getBlockId(result)] },
      ])
      .slice(0, CLAIMS_MAX),
  };
}
