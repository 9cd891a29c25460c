import { z } from "zod";
import type { Message } from "../message";
import { definePolicy, type StepInput, type StepResult } from "../policy";
import { conversationStart } from "../shared/conversation";
import { summarizeRange } from "../shared/summarize-range";
import { contentChars, eventTokens, retainFrom } from "./select";

/** The tool by which an agent asks for a compaction. */
const CONSOLIDATE = "consolidate_context";

const options = z.object({
  /** Which compactor: drop the oldest, summarise above a size (appended or in place) or when the agent asks, strip old thoughts. */
  kind: z.enum(["truncating", "token", "anchored", "agent-controlled", "thoughts"]).default("token"),
  threshold: z.number().int().nonnegative().default(100),
  preserveLeadingEvents: z.number().int().default(0),
  tokenThreshold: z.number().nonnegative().default(100_000),
  eventRetentionSize: z.number().int().nonnegative().default(20),
});

const state = z.object({
  from: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().default(0),
  /** Where calls were last looked for. */
  readTo: z.number().int().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

/** The context compactors of the Agent Development Kit. */
export const googleAdkJs = definePolicy({
  kind: "google-adk-js",
  version: "2.0.0",
  title: "ADK context compactors",
  owner: "Google Agent Development Kit (@google/adk)",
  source:
    "The context folder of the package, run on hand-written cases; the agent-controlled compactor was only read.",
  malformed: "The truncating compactor counts events and may leave a response without its call.",
  keepEverything: { kind: "token", tokenThreshold: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step(input) {
    if (input.options.kind === "truncating") return truncate(input);
    if (input.options.kind === "agent-controlled") return consolidate(input);
    return input.options.kind === "thoughts" ? stripThoughts(input) : summarize(input);
  },
});

function truncate({ options, state, history }: Input): StepResult {
  const lead = conversationStart(history) + Math.max(0, options.preserveLeadingEvents);
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
    results.push(withoutThoughts(state.from, message, options.eventRetentionSize));
  }
  return {
    changes: results.flatMap(({ changes }) => changes),
    decisions: results.flatMap(({ decisions = [] }) => decisions),
  };
}

function withoutThoughts(index: number, message: Message, retention: number): StepResult {
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

function summarize(input: Input): StepResult {
  const { options, state, history, request } = input;
  const start = Math.max(state.from, conversationStart(history));
  // The anchored compactor adds up its events one by one and asks no provider.
  const isAnchored = options.kind === "anchored";
  const reported = isAnchored ? null : (request.usage?.input ?? null);
  const estimated = estimateFrom(input, start) + state.summaryTokens;
  const measured = reported ?? estimated;
  const from = retainFrom(history, start, options.eventRetentionSize);
  const trigger = {
    fired: measured > options.tokenThreshold && from > start,
    name: "tokenThreshold",
    measured,
    threshold: options.tokenThreshold,
    unit: "tokens",
    basis: reported === null ? "estimated" : "reported",
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
  return { ...range, triggers: [trigger] };
}

/** The agent asks by a call of its own; what stands before that call is summarised once the call was answered. */
function consolidate(input: Input): StepResult {
  const { state, history } = input;
  const start = Math.max(state.from, conversationStart(history));
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

/** Four characters to a token: rounded up for each event where it is anchored, once over all otherwise. */
function estimateFrom({ options, history }: Input, start: number): number {
  if (options.kind === "anchored") return history.measure(eventTokens).sum(start, history.length);
  return Math.ceil(history.measure(contentChars).sum(start, history.length) / 4);
}
