import type { Tokens } from "@/lib/core/units";
import type { StepInput, StepResult } from "../contract/policy";
import { conversationStart } from "../shared/conversation";
import { summarizeRange } from "../shared/summarize-range";
import { sumAt } from "../contract/pins";
import { contextTokens, estimatePiTokens, type ReportedContext } from "./estimate";
import { findCut } from "./find-cut";

export interface CompactionState {
  reported: ReportedContext | null;
  firstKept: number;
  summaryTokens: Tokens;
}

export interface CompactionRule {
  readonly id: string;
  readonly threshold: Tokens | null;
  readonly keepRecentTokens: Tokens;
}

/** Compacts if the context exceeds the threshold, if someone asks for it, or if the provider refused the request. */
export function compactRecent(
  input: StepInput<unknown, CompactionState>,
  { id, threshold, keepRecentTokens }: CompactionRule,
): StepResult {
  const { state, history, request } = input;
  const start = Math.max(state.firstKept, conversationStart(history));
  const kept = sumAt(
    input.pins.staying,
    history.measure(estimatePiTokens),
    conversationStart(history),
    start,
  );
  const carried = state.summaryTokens + kept;
  const context = contextTokens(history, start, reportedContext(input), carried);
  const over = threshold !== null && context.tokens > threshold;
  const fired = over || request.overflow || request.requested;
  const trigger = {
    fired,
    name: "context",
    measured: context.tokens,
    threshold,
    unit: "tokens",
    basis: context.usageTokens > 0 ? "reported" : "estimated",
  } as const;
  if (!fired) return { changes: [], triggers: [trigger] };

  const { firstKept, turnStart } = findCut(history, start, keepRecentTokens);
  if (firstKept <= start)
    return { changes: [], triggers: [trigger], notes: ["No cut leaves anything to summarise."] };
  const range = summarizeRange(input, {
    parts: [
      { from: start, to: turnStart ?? firstKept, purpose: "Summary of the history" },
      { from: turnStart ?? firstKept, to: firstKept, purpose: "Summary of the start of a split turn" },
    ],
    before: firstKept,
    id,
    role: "user",
    frame: (text) =>
      `The conversation history before this point was compacted into the following summary:\n\n<summary>\n${text}\n</summary>`,
    carried: state.summaryTokens,
    rule: "keep-recent",
    reason: `${context.tokens} tokens are more than ${threshold ?? "the provider takes"}: the newest ${keepRecentTokens} stay.`,
    numbers: { contextTokens: context.tokens, keepRecentTokens },
  });
  state.firstKept = firstKept;
  state.summaryTokens = range.tokens;
  return { ...range, triggers: [trigger] };
}

function reportedContext({
  state,
  history,
  request: { usage, usageUpTo },
}: StepInput<unknown, CompactionState>): ReportedContext | null {
  if (usage === null || usage.input === null) return (state.reported = null);
  const sent = usageUpTo ?? history.positions("assistant").at(-1) ?? history.length;
  const covers = sent < history.length && history.at(sent).role === "assistant" ? sent + 1 : sent;
  const isAborted = covers > 0 && history.at(covers - 1).isAborted === true;
  if (!isAborted) state.reported = { tokens: usage.input + (usage.output ?? 0), covers };
  return state.reported;
}
