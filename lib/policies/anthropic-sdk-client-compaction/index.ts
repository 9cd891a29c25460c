import { z } from "zod";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { findConversationStart } from "../shared/conversation";
import { summarizeRange } from "../shared/summarize-range";
import { makeTokenTrigger, countUsedTokens } from "../shared/used-tokens";

const options = z.object({
  enabled: z.boolean().default(true),
  /** Compared with all tokens that the reply reports, cached or not, including the reply itself. */
  contextTokenThreshold: z.number().default(100_000),
});

const state = z.object({
  from: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const anthropicSdkClientCompaction = definePolicy({
  kind: "anthropic-sdk-client-compaction",
  version: "0.78.0",
  title: "Anthropic SDK compactionControl",
  vendor: "Anthropic (@anthropic-ai/sdk tool runner)",
  configuration: {
    write: "typescript",
    pattern: "client.beta.messages.toolRunner({ ...request, compactionControl: … })",
  },
  runsOn: { provider: "anthropic", harness: ["Anthropic SDK"] },
  source: "The tool runner of the package, run against a stand-in provider.",
  tuned: (limit) => ({ contextTokenThreshold: limit }),
  checked: { on: "2026-11-22", against: "@anthropic-ai/sdk@0.78.0" },
  malformed: null,
  cannotPin: () =>
    "the tool runner replaces the whole history by one message of the user: nothing can stand beside it",
  keepEverything: { enabled: false },
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, state, history, shown, request } = input;
  if (!options.enabled) return { changes: [] };
  const used = countUsedTokens(request, shown);
  const start = Math.max(findConversationStart(history), state.from);
  const { reply, end } = findCrossingReply(input, start);
  const fired = used.tokens >= options.contextTokenThreshold && reply > start;
  const triggers = [makeTokenTrigger("contextTokenThreshold", used, options.contextTokenThreshold, fired)];
  if (!fired) return { changes: [], triggers };
  const range = summarizeRange(input, {
    parts: [{ from: start, to: reply }],
    before: end,
    id: "anthropic-sdk:summary",
    role: "user",
    carried: state.summaryTokens,
    rule: "compact",
    reason: `${used.tokens} tokens reached ${options.contextTokenThreshold}: the history becomes one summary.`,
  });
  state.from = end;
  state.summaryTokens = range.tokens;
  if (reply === end) return { ...range, triggers };
  return {
    ...range,
    triggers,
    changes: [...range.changes, { status: "removed", from: reply, to: end }],
    decisions: [
      ...range.decisions,
      {
        action: "remove",
        from: reply,
        to: end,
        rule: "crossing-reply",
        reason:
          "The reply that crossed the threshold is never stored: its text is lost and its calls do not run.",
        numbers: { tokens: used.tokens },
        reference: null,
      },
    ],
  };
}

function findCrossingReply({ history, request }: Input, start: number): { reply: number; end: number } {
  const newest = history.positions("assistant").at(-1) ?? -1;
  const sent = request.usageUpTo ?? newest;
  const isReply = sent >= start && sent < history.length && history.at(sent).role === "assistant";
  const reply = isReply ? sent : newest;
  if (reply < start) return { reply: start, end: start };
  let end = reply + 1;
  while (end < history.length && history.at(end).role === "tool") end++;
  return { reply, end };
}
