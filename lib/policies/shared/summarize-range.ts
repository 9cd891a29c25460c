import type { Tokens } from "@/lib/core/units";
import type { Message } from "../contract/message";
import type { StepInput, StepResult, Summary } from "../contract/policy";
import { sumLeaving } from "../contract/pins";
import { makeSummaryMessage } from "./simulated-summary";

export interface SummaryPart {
  readonly from: number;
  readonly to: number;
  readonly purpose?: string;
}

export interface SummaryPlan {
  readonly parts: readonly SummaryPart[];
  readonly before: number;
  /** Stable: a newer summary with the same id replaces an older one. */
  readonly id: string;
  readonly role: Message["role"];
  readonly frame?: (text: string) => string;
  readonly as?: (message: Message) => Message;
  readonly carried?: Tokens;
  readonly rule: string;
  readonly reason: string;
  readonly numbers?: Readonly<Record<string, number>>;
}

export interface SummarizedRange extends Required<
  Pick<StepResult, "changes" | "decisions" | "summarizerCalls">
> {
  readonly tokens: Tokens;
}

/**
 * Replaces a range by one summary. A replay cannot ask the model, so the text says that it is simulated and its size is
 * assumed.
 */
export function summarizeRange(
  { history, request, pins }: Pick<StepInput<unknown, unknown>, "history" | "request" | "pins">,
  plan: SummaryPlan,
): SummarizedRange {
  const { as } = plan;
  const measure = history.measure(
    as === undefined ? request.countMessage : (message) => request.countMessage(as(message)),
  );
  const parts = plan.parts.filter(({ from, to }) => from < to);
  const calls = parts.map((part, i) => {
    const input = sumLeaving(pins, measure, part.from, part.to) + (i === 0 ? (plan.carried ?? 0) : 0);
    return { part, input, summary: request.summarize({ messages: part.to - part.from, tokens: input }) };
  });
  const summary = joinSummaries(calls.map((call) => call.summary));
  return {
    tokens: summary.tokens,
    changes: [
      ...parts.map(({ from, to }) => ({ status: "summarized", from, to }) as const),
      {
        status: "inserted",
        before: plan.before,
        message: makeSummaryMessage(plan.id, plan.role, summary, plan.frame),
      },
    ],
    decisions: parts.map(({ from, to }) => ({
      action: "summarize",
      from,
      to,
      rule: plan.rule,
      reason: plan.reason,
      numbers: { ...plan.numbers, summaryTokens: summary.tokens },
      reference: plan.id,
    })),
    summarizerCalls: calls.map(({ part, input, summary }) => ({
      purpose: part.purpose ?? "Summary of what leaves the window",
      inputTokens: input,
      outputTokens: summary.tokens,
      simulated: summary.simulated,
    })),
  };
}

function joinSummaries(summaries: readonly Summary[]): Summary {
  return {
    text: summaries.map(({ text }) => text).join("\n\n"),
    tokens: summaries.reduce((sum, { tokens }) => sum + tokens, 0),
    simulated: summaries.some(({ simulated }) => simulated),
  };
}
