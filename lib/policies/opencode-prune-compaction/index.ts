import { z } from "zod";
import { setText, type Message } from "../contract/message";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { findConversationStart, findLastAtOrBefore } from "../shared/conversation";
import { summarizeRange } from "../shared/summarize-range";
import { makeTokenTrigger, countUsedTokens } from "../shared/used-tokens";
import { clearOutput, findPrunable, estimatePart } from "./prune";
import type { Tokens } from "@/lib/core/units";
import type { PolicyRequest } from "../contract/policy";
import type { History } from "../contract/history";
import type { Projection } from "../contract/projection";
import { writeJson } from "../shared/estimate";

const TAIL_MIN: Tokens = 2_000;

const TAIL_MAX: Tokens = 15_000;

const TAIL_SHARE = 0.25;

/** The `compaction` block of opencode.json. `limit` is the model's limit in opencode's list of models. */
const options = z.object({
  auto: z.boolean().default(true),
  prune: z.boolean().default(false),
  /** Room kept free. The vendor ignores it for models without an input limit. */
  reserved: z.number().nonnegative().nullable().default(null),
  /** Tokens of the newest messages that stay word for word. */
  preserve_recent_tokens: z.number().nonnegative().nullable().default(null),
  limit: z
    .object({
      context: z.number().nonnegative().nullable().default(null),
      input: z.number().nonnegative().nullable().default(null),
      output: z.number().nonnegative().nullable().default(null),
    })
    .prefault({}),
});

type OpencodeOptions = z.infer<typeof options>;

const OUTPUT_MAX: Tokens = 32_000;

const RESERVED_MAX: Tokens = 20_000;

/** How large the context may be before it overflows; `null` if it never overflows. */
function computeUsableTokens(options: OpencodeOptions, request: PolicyRequest): Tokens | null {
  const context = options.limit.context ?? request.contextWindow;
  if (!options.auto || context === null || context === 0) return null;
  const output = options.limit.output ?? request.maxOutputTokens ?? OUTPUT_MAX;
  const maxOutput = Math.min(output || OUTPUT_MAX, OUTPUT_MAX);
  const { input } = options.limit;
  if (input === null || input === 0) return Math.max(0, context - maxOutput);
  return Math.max(0, input - (options.reserved ?? Math.min(RESERVED_MAX, maxOutput)));
}

const ID = "opencode-compaction";

const QUESTION = "What did we do so far?";

const CONTINUE =
  "Continue if you have next steps, or stop and ask for clarification if you are unsure how to proceed.";

const RESULT_CHARS_MAX = 2_000;

const state = z.object({
  readTo: z.number().int().nonnegative().default(0),
  tailFrom: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().default(0),
});

type Input = StepInput<OpencodeOptions, z.infer<typeof state>>;

export const opencodePruneCompaction = definePolicy({
  kind: "opencode-prune-compaction",
  version: "1.18.33",
  title: "opencode prune and compaction",
  vendor: "opencode",
  configuration: { write: "json", place: "opencode.json", under: ["compaction"] },
  compared: { defaults: () => ({}) },
  runsOn: { harness: ["opencode"] },
  source: "session/compaction and session/overflow of the package, and runs of its binary.",
  checked: { on: "2026-11-22", against: "opencode-ai@1.18.33" },
  malformed: null,
  keepEverything: { auto: false, prune: false },
  options,
  state,
  step(input) {
    const pruned = prune(input);
    const compacted = runCompact(input);
    input.state.readTo = input.history.length;
    return {
      ...compacted,
      changes: [...pruned.changes, ...compacted.changes],
      decisions: [...(pruned.decisions ?? []), ...(compacted.decisions ?? [])],
    };
  },
});

/** The summarising model reads a transcript with shortened results, and the previous summary. */
function prepareForSummary(message: Message): Message {
  return message.role === "tool" && message.text.length > RESULT_CHARS_MAX
    ? setText(message, `${message.text.slice(0, RESULT_CHARS_MAX)}\n[truncated]`)
    : message;
}

/** Runs when a turn ends. A replay knows this when the next prompt arrives. */
function prune({ options, state, history, shown, pins }: Input): StepResult {
  const prompt = findLastAtOrBefore(history.positions("user"), history.length);
  if (!options.prune || prompt === null || prompt < state.readTo) return { changes: [] };
  const found = findPrunable(history, shown, prompt, state.tailFrom, pins);
  return {
    changes: found.map((index) => ({
      status: "cleared",
      index,
      message: clearOutput(shown.at(index) ?? history.at(index)),
    })),
    decisions: found.map((index) => ({
      action: "clear",
      from: index,
      to: index + 1,
      rule: "prune",
      reason: "It lies beyond the newest 40,000 tokens of tool output, and clearing frees more than 20,000.",
      numbers: { chars: history.at(index).text.length },
      reference: null,
    })),
  };
}

function runCompact(input: Input): StepResult {
  const { options, state, history, shown, request } = input;
  const usable = computeUsableTokens(options, request);
  const used = countUsedTokens(request, shown);
  const full = usable !== null && used.tokens >= usable;
  const fired = full || request.requested || (request.overflow && options.auto);
  const triggers = [makeTokenTrigger("overflow", used, usable, fired)];
  const start = Math.max(findConversationStart(history), state.tailFrom);
  if (!fired || start >= history.length) return { changes: [], triggers };
  const budget = computeTailBudget(options.preserve_recent_tokens, usable ?? 0);
  const tail = findTail(history, shown, start, budget);
  const range = summarizeRange(input, {
    parts: [{ from: start, to: tail }],
    before: tail,
    id: `${ID}:summary`,
    role: "assistant",
    carried: state.summaryTokens,
    as: prepareForSummary,
    rule: "compact",
    reason: `${used.tokens} tokens are at least the ${usable ?? "usable"} that fit: a tail of at most ${budget} stays.`,
    numbers: { tailBudget: budget },
  });
  state.tailFrom = tail;
  state.summaryTokens = range.tokens;
  const say = (id: string, text: string, before: number) =>
    ({ status: "inserted", before, message: { id: `${ID}:${id}`, role: "user", text } }) as const;
  return {
    ...range,
    triggers,
    changes: [
      { status: "withdrawn", id: `${ID}:summary` },
      say("question", QUESTION, tail),
      ...range.changes,
      say("continue", CONTINUE, history.length),
    ],
  };
}

/** The size of the tail: as configured, else a quarter of the usable tokens, within bounds. */
function computeTailBudget(configured: Tokens | null, usable: Tokens): Tokens {
  return configured ?? Math.min(TAIL_MAX, Math.max(TAIL_MIN, Math.floor(usable * TAIL_SHARE)));
}

/**
 * Where the tail that stays begins. A reply stays with its results. If everything fits, or if not even the newest
 * message fits, there is no tail: the result is the end of the history.
 */
function findTail(history: History, shown: Projection, start: number, budget: Tokens): number {
  let tail = history.length;
  let left = budget;
  let index = history.length - 1;
  while (index >= start) {
    let from = index;
    let tokens = sizeOf(shown.at(from));
    while (from > start && history.at(from).role === "tool") tokens += sizeOf(shown.at(--from));
    if (tokens > left) return tail;
    left -= tokens;
    tail = from;
    index = from - 1;
  }
  return history.length;
}

function sizeOf(message: Message | null): Tokens {
  if (message === null) return 0;
  const calls = (message.toolCalls ?? []).reduce((sum, call) => sum + writeJson(call).length, 0);
  return estimatePart(message) + Math.round(calls / 4);
}
