import type { Block, RepeatedCall, Session } from "../../trace/session";
import { findingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { repeatedCalls } from "./repeated-calls";
import { nameOfBlock } from "../rule/subject";
import { contentOf } from "./content";
import { repeatCases, timesWords, turnsFrom } from "./repeat-groups";

export const duplicateCall: FindingRule = {
  ...findingKind("call.duplicate"),
  *find(input) {
    const { session } = input;
    const { isAsked } = repeatedCalls(input);
    const isOutdated = outdatedIn(session);
    yield* repeatCases(
      session,
      "in_window",
      (first, times, { from, to }) => ({
        sentence: `${again(input, first)} was made again ${timesWords(times)} while its result stood in the window, ${turnsFrom(from, to)}.`,
      }),
      (repeat) => !isAsked(repeat) && !isOutdated(repeat),
    );
    yield* repeatCases(
      session,
      "in_window",
      (first, times, { from, to }) => ({
        severity: "note",
        sentence: `${again(input, first)} was made again ${timesWords(times)} while its result stood in the window, ${turnsFrom(from, to)}, and gave another result: what stood there was out of date.`,
        advice: "Take the earlier result out when a newer one of the same call comes in.",
      }),
      (repeat) => !isAsked(repeat) && isOutdated(repeat),
    );
  },
};

function again(input: FindingInput, call: number): string {
  const made = input.session.blocks[call]?.createdTurn;
  return `The ${nameOfBlock(input, call)}${made == null ? "" : ` of turn ${made}`}`;
}

/** Repetitions with another result than before. To look again was right. */
function outdatedIn(session: Session): (repeat: RepeatedCall) => boolean {
  const results = new Map<string, Block>();
  for (const block of session.blocks)
    if (block.kind === "tool_result" && block.toolCallId !== null) results.set(block.toolCallId, block);
  return ({ call, earlierResultBlock }) => {
    const now = results.get(session.blocks[call]?.toolCallId ?? "");
    const before = earlierResultBlock === null ? undefined : session.blocks[earlierResultBlock];
    const [a, b] = [contentOf(now), contentOf(before)];
    return a !== null && b !== null && a !== b;
  };
}
