import { z } from "zod";
import { type StepInput, type StepResult, definePolicy } from "../contract/policy";
import { makeSummaryMessage } from "../shared/simulated-summary";
import { summarizeRange } from "../shared/summarize-range";
import { countLangchainTokens, countLangchainChars } from "../shared/langchain-size";
import { findCutoff } from "./cutoff";
import { type SummarizationOptions, deprecatedOptions, isTriggered, summarizationOptions } from "./options";
import { SummarizedView } from "./view";
import { type Message, setText } from "../contract/message";
import type { Tokens } from "@/lib/core/units";

const ID = "langchain:summary";

const state = z.object({
  cutTo: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().nullable().default(null),
});

type Input = StepInput<SummarizationOptions, z.infer<typeof state>>;

export const langchainJsSummarization = definePolicy({
  kind: "langchain-js-summarization",
  version: "1.5.14",
  title: "LangChain summarizationMiddleware",
  vendor: "LangChain (langchain)",
  configuration: { write: "typescript", pattern: "summarizationMiddleware({ model, ...… })" },
  runsOn: { harness: ["LangChain", "LangGraph"] },
  source: "agents/middleware/summarization; checked against the package on generated conversations.",
  tuned: (limit) => ({ trigger: { tokens: limit } }),
  checked: { on: "2026-11-22", against: "langchain@1.5.14" },
  malformed: null,
  keepEverything: { trigger: null },
  options: summarizationOptions,
  deprecated: deprecatedOptions,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, state, history, request } = input;
  const hasSystem = state.cutTo === 0 && history.positions("system")[0] === 0;
  const from = hasSystem ? 1 : state.cutTo;
  const summary =
    state.summaryTokens === null
      ? null
      : makeSummaryMessage(ID, "user", { text: "", tokens: state.summaryTokens, simulated: true });
  const view = new SummarizedView(history, from, summary);
  const whole = hasSystem ? new SummarizedView(history, 0, null) : view;
  const sizes = { messages: whole.length, tokens: whole.tokensFrom(0), contextWindow: request.contextWindow };
  const fired = isTriggered(options, sizes);
  const triggers = [
    {
      fired,
      name: "trigger",
      measured: sizes.tokens,
      threshold: null,
      unit: "tokens",
      basis: "estimated",
    } as const,
  ];
  if (!fired) return { changes: [], triggers };
  const cutoff = findCutoff(view, options.keep, request.contextWindow);
  const to = view.positionOf(cutoff);
  if (cutoff <= 0) return { changes: [], triggers };
  const leaving = Array.from({ length: hasSystem ? cutoff + 1 : cutoff }, (_, i) => whole.at(i));
  const seen = listSeenBySummariser(leaving, options.trimTokensToSummarize);
  const inputTokens = leaving.reduce(
    (sum, one) => sum + (seen.has(one.id) ? request.countMessage(one) : 0),
    0,
  );
  const frame = (text: string) => `${options.summaryPrefix}\n\n${text}`;
  const tooLong = { text: TOO_LONG, tokens: countLangchainTokens(frame(TOO_LONG).length), simulated: false };
  const summarize = seen.size === 0 ? () => tooLong : request.summarize;
  if (to === from && !hasSystem) {
    // Only the earlier summary leaves: it alone is summarised again.
    const again = summarize({ messages: 1, tokens: inputTokens });
    state.summaryTokens = again.tokens;
    const { tokens: outputTokens, simulated } = again;
    const call = { purpose: "Summary of the summary", inputTokens, outputTokens, simulated };
    return {
      changes: [{ status: "inserted", before: to, message: makeSummaryMessage(ID, "user", again, frame) }],
      summarizerCalls: seen.size === 0 ? [] : [call],
      triggers,
    };
  }
  const range = summarizeRange(
    { history, request: { ...request, summarize }, pins: input.pins },
    {
      parts: [{ from: hasSystem ? 0 : from, to }],
      before: to,
      id: ID,
      role: "user",
      frame,
      carried: state.summaryTokens ?? 0,
      rule: "summarize",
      reason: `${sizes.messages} messages of about ${sizes.tokens} tokens meet the trigger.`,
      numbers: { messages: sizes.messages, tokens: sizes.tokens },
    },
  );
  state.cutTo = to;
  state.summaryTokens = range.tokens;
  const calls = seen.size === 0 ? [] : range.summarizerCalls.map((call) => ({ ...call, inputTokens }));
  return { ...range, summarizerCalls: calls, triggers };
}

/** Replaces the summary if nothing fits into the summariser's input. No model is asked then. */
const TOO_LONG = "Previous conversation was too long to summarize.";

/**
 * Ids of the messages that the summariser reads: a leading system message, the newest messages that fit the budget with
 * it, and the last lines of the next older message if these still fit.
 */
export function listSeenBySummariser(messages: readonly Message[], budget: Tokens): Set<string> {
  const seen = new Set<string>();
  const [system] = messages[0]?.role === "system" ? messages : [];
  let chars = system === undefined ? 0 : countLangchainChars(system);
  if (countLangchainTokens(chars) > budget) return seen;
  if (system !== undefined) seen.add(system.id);
  for (let i = messages.length - 1; i >= (system === undefined ? 0 : 1); i--) {
    const message = messages[i];
    if (message === undefined) break;
    const whole = countLangchainTokens(chars + countLangchainChars(message)) <= budget;
    const lines = message.text.split(/(?<=\n)/);
    const lastLine = setText(message, lines.at(-1) ?? "");
    const part = lines.length > 1 && countLangchainTokens(chars + countLangchainChars(lastLine)) <= budget;
    if (whole || part) seen.add(message.id);
    if (!whole) break;
    chars += countLangchainChars(message);
  }
  return seen;
}
