import type { Tokens } from "@/lib/core/units";
import type { StepInput, StepResult } from "../contract/policy";
import { findConversationStart, findLastAtOrBefore } from "../shared/conversation";
import { summarizeRange } from "../shared/summarize-range";
import { sumAt } from "../contract/pins";
import { type ReportedContext, countContextTokens, estimatePiTokens } from "./estimate";
import type { History } from "../contract/history";

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
export function runRecentCompaction(
  input: StepInput<unknown, CompactionState>,
  { id, threshold, keepRecentTokens }: CompactionRule,
): StepResult {
  const { state, history, request } = input;
  const start = Math.max(state.firstKept, findConversationStart(history));
  const kept = sumAt(
    input.pins.staying,
    history.measure(estimatePiTokens),
    findConversationStart(history),
    start,
  );
  const carried = state.summaryTokens + kept;
  const context = countContextTokens(history, start, findReportedContext(input), carried);
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

function findReportedContext({
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

/** Where the kept tail begins. If the cut splits a turn, `turnStart` is the prompt of that turn. */
interface Cut {
  readonly firstKept: number;
  readonly turnStart: number | null;
}

/**
 * Walks back from the newest message until `keepRecentTokens` are filled, then cuts at the next valid point after that.
 * A result is never a valid point. If no valid point follows, or everything fits, the cut is at the first valid point:
 * nothing is removed.
 */
export function findCut(history: History, start: number, keepRecentTokens: Tokens): Cut {
  const measure = history.measure(estimatePiTokens);
  let firstKept = nextCutPoint(history, start) ?? start;
  let sum = 0;
  for (let index = history.length - 1; index >= start; index--) {
    sum += measure.at(index);
    if (sum < keepRecentTokens) continue;
    firstKept = nextCutPoint(history, index) ?? firstKept;
    break;
  }
  if (firstKept >= history.length || history.at(firstKept).role === "user")
    return { firstKept, turnStart: null };
  const prompt = findLastAtOrBefore(history.positions("user"), firstKept);
  return { firstKept, turnStart: prompt !== null && prompt >= start ? prompt : null };
}

function nextCutPoint(history: History, from: number): number | null {
  for (let index = from; index < history.length; index++) {
    const { role } = history.at(index);
    if (role === "user" || role === "assistant") return index;
  }
  return null;
}
