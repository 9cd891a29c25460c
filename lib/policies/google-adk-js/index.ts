import { z } from "zod";
import type { History } from "../contract/history";
import type { Message } from "../contract/message";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { findConversationStart } from "../shared/conversation";
import { summarizeRange } from "../shared/summarize-range";
import { countTextChars } from "../contract/message";
import { writeJson } from "../shared/estimate";

const CONSOLIDATE = "consolidate_context";

const options = z.object({
  /**
   * Which compactor: `truncating` drops the oldest, `token` and `anchored` summarise above a size (appended or in
   * place), `agent-controlled` summarises when the agent asks, `thoughts` strips old thoughts.
   */
  kind: z.enum(["truncating", "token", "anchored", "agent-controlled", "thoughts"]).default("token"),
  threshold: z.number().int().nonnegative().default(100),
  preserveLeadingEvents: z.number().int().default(0),
  tokenThreshold: z.number().nonnegative().default(100_000),
  eventRetentionSize: z.number().int().nonnegative().default(20),
});

const state = z.object({
  from: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().default(0),
  reported: z.array(z.object({ index: z.number().int().nonnegative(), tokens: z.number() })).default([]),
  reportedOver: z.number().default(0),
  readTo: z.number().int().nonnegative().default(0),
});

/** Prompt tokens by id of the reply that reported them, if a request knows them all. */
const signals = z.object({ usage: z.record(z.string(), z.number()).catch({}) });

type State = z.infer<typeof state>;

type Input = StepInput<z.infer<typeof options>, State>;

export const googleAdkJs = definePolicy({
  kind: "google-adk-js",
  version: "2.0.0",
  title: "ADK context compactors",
  vendor: "Google Agent Development Kit (@google/adk)",
  runsOn: { harness: ["Google ADK", "ADK"] },
  source:
    "The context folder of the package, run on hand-written cases; the agent-controlled compactor was only read.",
  checked: { on: "2026-11-22", against: "@google/adk@2.0.0" },
  malformed: "The truncating compactor counts events and may leave a response without its call.",
  keepEverything: { kind: "token", tokenThreshold: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step(input) {
    if (input.options.kind === "truncating") return truncate(input);
    if (input.options.kind === "agent-controlled") return runConsolidation(input);
    return input.options.kind === "thoughts" ? stripThoughts(input) : runSummary(input);
  },
});

function truncate({ options, state, history }: Input): StepResult {
  const lead = findConversationStart(history) + Math.max(0, options.preserveLeadingEvents);
  const start = Math.max(state.from, lead);
  const to = history.length - options.threshold;
  if (to <= start) return { changes: [] };
  state.from = to;
  return {
    changes: [{ status: "removed", from: start, to }],
    decisions: [
      {
        action: "remove",
        from: start,
        to,
        rule: "truncating",
        reason: `More than ${options.threshold} events follow the leading ones: the oldest of them left.`,
        numbers: { events: history.length, threshold: options.threshold },
        reference: null,
      },
    ],
  };
}

function stripThoughts({ options, state, history, shown }: Input): StepResult {
  const to = history.length - options.eventRetentionSize;
  const results: StepResult[] = [];
  for (; state.from < to; state.from++) {
    const message = shown.at(state.from);
    if (message?.thinking === undefined) continue;
    results.push(pruneThoughts(state.from, message, options.eventRetentionSize));
  }
  return {
    changes: results.flatMap(({ changes }) => changes),
    decisions: results.flatMap(({ decisions = [] }) => decisions),
  };
}

function pruneThoughts(index: number, message: Message, retention: number): StepResult {
  const { thinking, ...rest } = message;
  return {
    changes: [{ status: "trimmed", index, message: rest }],
    decisions: [
      {
        action: "trim",
        from: index,
        to: index + 1,
        rule: "thoughts",
        reason: `Only the newest ${retention} events keep their thoughts.`,
        numbers: { chars: thinking?.length ?? 0 },
        reference: null,
      },
    ],
  };
}

function runSummary(input: Input): StepResult {
  const { options, state, history } = input;
  const start = Math.max(state.from, findConversationStart(history));
  const { measured, basis } = measure(input, start);
  const from = findRetainedFrom(history, start, options.eventRetentionSize);
  const trigger = {
    fired: measured > options.tokenThreshold && from > start,
    name: "tokenThreshold",
    measured,
    threshold: options.tokenThreshold,
    unit: "tokens",
    basis,
  } as const;
  if (!trigger.fired) return { changes: [], triggers: [trigger] };
  const range = summarizeRange(input, {
    parts: [{ from: start, to: from }],
    before: from,
    id: "google-adk:summary",
    role: "user",
    carried: state.summaryTokens,
    rule: options.kind,
    reason: `${measured} tokens are more than ${options.tokenThreshold}: all but the newest ${options.eventRetentionSize} events are summarised.`,
  });
  state.from = from;
  state.summaryTokens = range.tokens;
  state.reported = state.reported.filter(({ index }) => index >= from);
  state.reportedOver = countOver(state.reported, history);
  return { ...range, triggers: [trigger] };
}

/** The agent asks with a call of its own. Everything before that call is summarised after the call was answered. */
function runConsolidation(input: Input): StepResult {
  const { state, history } = input;
  const start = Math.max(state.from, findConversationStart(history));
  let asked: number | null = null;
  for (; state.readTo < history.length; state.readTo++) {
    const call = history.callOf(state.readTo);
    if (call?.call.name === CONSOLIDATE) asked = call.index;
  }
  if (asked === null || asked <= start) return { changes: [] };
  const range = summarizeRange(input, {
    parts: [{ from: start, to: asked }],
    before: asked,
    id: "google-adk:summary",
    role: "user",
    carried: state.summaryTokens,
    rule: "agent-controlled",
    reason: `The agent called ${CONSOLIDATE}: what stands before that call is summarised.`,
  });
  state.from = asked;
  state.summaryTokens = range.tokens;
  return range;
}

/**
 * The anchored compactor adds up its events one by one; the token compactor takes the last reported figure. If nothing
 * was reported, four characters count as one token. The anchored compactor rounds up for each event, the other one once
 * for the sum.
 */
function measure(input: Input, start: number): { measured: number; basis: "reported" | "estimated" } {
  const { options, state, history, request } = input;
  if (options.kind === "anchored") {
    noteReported(input);
    const texts = history.measure(countEventTokens).sum(start, history.length);
    const measured = state.summaryTokens + texts + state.reportedOver;
    return { measured, basis: state.reported.length > 0 ? "reported" : "estimated" };
  }
  const reported = request.usage?.input ?? null;
  if (reported !== null) return { measured: reported, basis: "reported" };
  const estimated = Math.ceil(history.measure(countContentChars).sum(start, history.length) / 4);
  return { measured: estimated + state.summaryTokens, basis: "estimated" };
}

/** As in the vendor's code, each reply counts for the whole prompt that was reported with it, not for its own text. */
function noteReported({ state, history, request }: Input): void {
  const { usage } = signals.parse(request.signals);
  const reported = Object.entries(usage).map(([id, tokens]) => ({
    index: history.indexOf(id) ?? -1,
    tokens,
  }));
  const { usage: latest, usageUpTo } = request;
  if (latest?.input != null && usageUpTo !== null && usageUpTo < history.length)
    reported.push({ index: usageUpTo, tokens: latest.input });
  const from = Math.max(state.from, (state.reported.at(-1)?.index ?? -1) + 1);
  const fresh = reported.filter(({ index }) => index >= from).sort((a, b) => a.index - b.index);
  state.reported.push(...fresh);
  state.reportedOver += countOver(fresh, history);
}

function countOver(reported: State["reported"], history: History): number {
  return reported.reduce((sum, { index, tokens }) => sum + tokens - countEventTokens(history.at(index)), 0);
}

/** Characters of a content: its text and the JSON of its calls and responses. */
function countContentChars(message: Message): number {
  const text = message.thinking ?? "";
  if (message.role === "tool")
    return writeJson({
      id: message.toolCallId,
      name: message.toolName ?? "",
      response: { result: message.text },
    }).length;
  const simulated = message.simulated === undefined ? message.text.length : message.simulated.tokens * 4;
  const calls = (message.toolCalls ?? []).reduce((sum, call) => sum + writeJson(call).length, 0);
  return text.length + simulated + calls;
}

/** Tokens of one event: only its text counts, without thoughts, calls and responses. */
function countEventTokens(message: Message): number {
  return message.role === "tool" ? 0 : Math.ceil(countTextChars(message) / 4);
}

/** Where the retained events begin: the newest `retention`, extended backwards so that no response loses its call. */
function findRetainedFrom(history: History, start: number, retention: number): number {
  let from = Math.max(start, history.length - retention);
  while (
    from > start &&
    from < history.length &&
    history.at(from).role === "tool" &&
    (history.at(from - 1).toolCalls?.length ?? 0) > 0
  )
    from--;
  return from;
}
