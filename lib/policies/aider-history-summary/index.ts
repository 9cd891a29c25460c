import { z } from "zod";
import type { Tokens } from "@/lib/core/units";
import { sumAt } from "../contract/pins";
import { definePolicy, type PolicyRequest, type StepInput, type StepResult } from "../contract/policy";
import { findConversationStart } from "../shared/conversation";
import { summarizeRange } from "../shared/summarize-range";
import { sumBy } from "../shared/sum";
import { summarizeHistory, type ChatEntry } from "./summarize-history";

export const SUMMARY_PREFIX = "I spoke to you previously about a number of things.\n";

const BUDGET_SHARE = 1 / 16;
const BUDGET_MIN: Tokens = 1_024;
const BUDGET_MAX: Tokens = 8_192;
const UNKNOWN_INPUT: Tokens = 4_096;

const options = z.object({
  /** Soft limit of the chat history. `null` means a sixteenth of the model's input, between 1,024 and 8,192. */
  max_chat_history_tokens: z.number().positive().nullable().default(null),
});

const state = z.object({
  from: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const aiderHistorySummary = definePolicy({
  kind: "aider-history-summary",
  version: "5dc9490b",
  title: "aider history summary",
  vendor: "aider",
  configuration: { write: "flags", command: "aider" },
  runsOn: { harness: ["aider"] },
  source: "aider/history.py at this commit.",
  checked: { on: "2026-11-22", against: "aider 5dc9490b, aider/history.py" },
  malformed: "aider has no tool calls: a result may stay whose call is summarised.",
  keepEverything: { max_chat_history_tokens: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, state, history, request } = input;
  const budget = options.max_chat_history_tokens ?? computeDefaultBudget(request);
  const start = Math.max(findConversationStart(history), state.from);
  const end = history.positions("user").at(-1) ?? history.length;
  const sizes = history.measure(request.countMessage);
  const kept = sumAt(input.pins.staying, sizes, findConversationStart(history), start);
  const measured = kept + state.summaryTokens + sizes.sum(start, end);
  const fired = measured > budget && end > start;
  const trigger = {
    fired,
    name: "max_chat_history_tokens",
    measured,
    threshold: budget,
    unit: "tokens",
    basis: "estimated",
  } as const;
  if (!fired) return { changes: [], triggers: [trigger] };
  const to = findFirstKept(input, start, end, budget);
  if (to <= start) return { changes: [], triggers: [trigger] };
  const range = summarizeRange(input, {
    parts: [{ from: start, to }],
    before: to,
    id: "aider:summary",
    role: "user",
    frame: (text) => SUMMARY_PREFIX + text,
    carried: state.summaryTokens,
    rule: "summarize",
    reason: `${measured} tokens of finished exchanges are more than ${budget}.`,
  });
  state.from = to;
  state.summaryTokens = range.tokens;
  if (to < end) return { ...range, triggers: [trigger] };
  const ok = { id: "aider:ok", role: "assistant", text: "Ok." } as const;
  return {
    ...range,
    triggers: [trigger],
    changes: [...range.changes, { status: "inserted", before: to, message: ok }],
  };
}

function findFirstKept(
  { state, history, request }: Input,
  start: number,
  end: number,
  budget: Tokens,
): number {
  const entries: ChatEntry[] = [];
  if (state.summaryTokens > 0)
    entries.push({ role: "user", tokens: state.summaryTokens, from: start, to: start, isSummary: true });
  const tokens = history.measure(request.countMessage);
  for (let i = start; i < end; i++)
    entries.push({ role: history.at(i).role, tokens: tokens.at(i), from: i, to: i + 1, isSummary: false });
  const result = summarizeHistory(entries, {
    maxTokens: budget,
    modelInputTokens: request.contextWindow ?? UNKNOWN_INPUT,
    summaryTokens: (head) =>
      request.summarize({ messages: head.length, tokens: sumBy(head, (one) => one.tokens) }).tokens,
    onCall: () => undefined,
  });
  return result[0]?.isSummary === true ? result[0].to : start;
}

function computeDefaultBudget({ contextWindow }: PolicyRequest): Tokens {
  return Math.min(Math.max((contextWindow ?? 0) * BUDGET_SHARE, BUDGET_MIN), BUDGET_MAX);
}
