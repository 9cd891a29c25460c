import { z } from "zod";
import { sumAt } from "../contract/pins";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { findConversationStart } from "../shared/conversation";
import { summarizeRange } from "../shared/summarize-range";
import { type CondenseReason, listCondenseReasons, isHard, planCondensation } from "./plan";
import type { Tokens } from "@/lib/core/units";
import type { History } from "../contract/history";
import type { Message } from "../contract/message";
import type { CondenserEvent } from "./safe-indices";

const options = z
  .object({
    max_size: z.number().int().positive().default(240),
    /** The first events. They leave only in an emergency. */
    keep_first: z.number().int().nonnegative().default(2),
    max_tokens: z.number().int().positive().nullable().default(null),
    /** A condensation that forgets a smaller share of the view is refused. */
    minimum_progress: z.number().min(0).max(1).default(0.1),
  })
  .refine(({ max_size, keep_first }) => Math.floor(max_size / 2) - keep_first - 1 > 0, {
    path: ["keep_first"],
    message: "keep_first must be smaller than half of max_size less one, so that a tail is left.",
  });

const state = z.object({
  forgottenFrom: z.number().int().nonnegative().default(0),
  forgottenTo: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const openhandsSdkLlmSummarizing = definePolicy({
  kind: "openhands-sdk-llm-summarizing",
  version: "611629e6",
  title: "OpenHands LLM summarizing condenser",
  vendor: "OpenHands software-agent-sdk",
  configuration: { write: "python", pattern: "LLMSummarizingCondenser(llm=llm, …)" },
  runsOn: { harness: ["OpenHands"] },
  source: "LLMSummarizingCondenser of the SDK's source at this commit.",
  tuned: (limit) => ({ max_tokens: limit }),
  checked: { on: "2026-11-22", against: "software-agent-sdk 611629e6, llm_summarizing_condenser.py" },
  malformed: null,
  keepEverything: { max_size: Number.MAX_SAFE_INTEGER, max_tokens: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, state, history, request } = input;
  const start = findConversationStart(history);
  if (state.forgottenTo === 0) state.forgottenFrom = state.forgottenTo = start;
  const hasSummary = state.forgottenTo > state.forgottenFrom;
  const sum = (of: Parameters<typeof history.measure>[0]) => {
    const measure = history.measure(of);
    const kept = sumAt(input.pins.staying, measure, state.forgottenFrom, state.forgottenTo);
    return kept + measure.sum(start, state.forgottenFrom) + measure.sum(state.forgottenTo, history.length);
  };
  const view = {
    events: sum(countEvents) + (hasSummary ? 1 : 0),
    tokens: sum(request.countMessage) + state.summaryTokens,
  };
  const limit = options.max_tokens ?? request.contextWindow;
  const lower = Math.min(limit ?? Infinity, request.contextWindow ?? Infinity);
  const tokenLimit = options.max_tokens === Number.MAX_SAFE_INTEGER || lower === Infinity ? null : lower;
  const reasons = listCondenseReasons(
    view,
    options.max_size,
    tokenLimit,
    request.requested || request.overflow,
  );
  const triggers = [
    {
      fired: reasons.length > 0,
      name: reasons.join(" ") || "EVENTS",
      measured: view.events,
      threshold: options.max_size,
      unit: "items",
      basis: "counted",
    } as const,
  ];
  if (reasons.length === 0) return { changes: [], triggers };
  if (request.signals.summarizerFails === true) return handleFailure(input, reasons, triggers);
  const events = listViewEvents(input, start, hasSummary);
  const plan = planCondensation(events, reasons, options, tokenLimit);
  if (plan === null || plan.to === plan.from)
    return { changes: [], triggers, notes: ["No safe range frees enough: the view stays as it is."] };
  const from = events[plan.from]?.index ?? state.forgottenFrom;
  const to = events[plan.to]?.index ?? (plan.to >= events.length ? history.length : state.forgottenTo);
  const covered = { from: Math.min(from, state.forgottenFrom), to: Math.max(to, state.forgottenTo) };
  const range = summarizeRange(input, {
    parts: [
      { from: hasSummary && from >= state.forgottenFrom ? state.forgottenTo : covered.from, to: covered.to },
    ],
    before: covered.to,
    id: "openhands-sdk:summary",
    role: "user",
    carried: state.summaryTokens,
    rule: reasons.join(" "),
    reason: `${view.events} events of ${view.tokens} tokens: ${plan.to - plan.from} are forgotten.`,
    numbers: { events: view.events, tokens: view.tokens },
  });
  state.forgottenFrom = covered.from;
  state.forgottenTo = covered.to;
  state.summaryTokens = range.tokens;
  return { ...range, triggers };
}

/**
 * No summary came. A view that only has too many events stays as it is; for any other reason all of it is forgotten.
 */
function handleFailure(
  input: Input,
  reasons: readonly CondenseReason[],
  triggers: NonNullable<StepResult["triggers"]>,
): StepResult {
  const { state, history } = input;
  if (!isHard(reasons))
    return { changes: [], triggers, notes: ["No summary came: the view stays as it is."] };
  const start = findConversationStart(history);
  const range = summarizeRange(input, {
    parts: [{ from: start, to: history.length }],
    before: history.length,
    id: "openhands-sdk:summary",
    role: "user",
    rule: "hard-context-reset",
    reason:
      "No summary came and the view may not stay: everything is forgotten behind one summary of shortened events.",
  });
  state.forgottenFrom = start;
  state.forgottenTo = history.length;
  state.summaryTokens = range.tokens;
  return { ...range, triggers };
}

function listViewEvents({ state, history, request }: Input, start: number, hasSummary: boolean): ViewEvent[] {
  const events: ViewEvent[] = [];
  for (let index = start; index < history.length; index++) {
    if (index === state.forgottenFrom && hasSummary) {
      events.push({ kind: "message", index: null, tokens: state.summaryTokens });
      index = state.forgottenTo;
      if (index >= history.length) break;
    }
    events.push(...listEvents(history, index, request.countMessage));
  }
  return events;
}

/** The number of events of a message. An assistant message has one for each of its calls. */
function countEvents(message: Message): number {
  return Math.max(1, message.toolCalls?.length ?? 0);
}

interface ViewEvent extends CondenserEvent {
  readonly index: number | null;
}

function listEvents(
  history: History,
  index: number,
  countMessage: (message: Message) => Tokens,
): ViewEvent[] {
  const message = history.at(index);
  const tokens = history.measure(countMessage).at(index);
  if (message.role === "tool") {
    const callId = message.toolCallId;
    return [{ kind: "observation", index, tokens, ...(callId === undefined ? {} : { callId }) }];
  }
  const calls = message.toolCalls ?? [];
  if (calls.length === 0) return [{ kind: "message", index, tokens }];
  return calls.map((call) => ({
    kind: "action",
    index,
    tokens: tokens / calls.length,
    callId: call.id,
    responseId: message.id,
    thinking: message.thinking !== undefined,
  }));
}
