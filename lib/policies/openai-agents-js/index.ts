import { z } from "zod";
import { type StepInput, type StepResult, definePolicy } from "../contract/policy";
import { findConversationStart } from "../shared/conversation";
import { summarizeRange } from "../shared/summarize-range";
import { makeTokenTrigger, countUsedTokens } from "../shared/used-tokens";
import { computeSandboxThreshold } from "./sandbox-threshold";
import type { Message } from "../contract/message";

const options = z.object({
  kind: z.enum(["compaction-session", "memory-window", "sandbox"]).default("compaction-session"),
  compactionMode: z.enum(["auto", "input", "previous_response_id"]).default("auto"),
  limit: z.number().int().nonnegative().nullable().default(null),
  model: z.string().nullable().default(null),
});

const state = z.object({
  from: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const openaiAgentsJs = definePolicy({
  kind: "openai-agents-js",
  version: "0.20.0",
  title: "OpenAI Agents sessions",
  vendor: "OpenAI Agents SDK for JavaScript (@openai/agents)",
  runsOn: { harness: ["OpenAI Agents"] },
  source: "OpenAIResponsesCompactionSession, MemorySession and the sandbox's compaction capability.",
  checked: { on: "2026-11-22", against: "@openai/agents@0.20.0" },
  malformed: "A window of the newest items keeps results whose call left: the SDK does not look at pairs.",
  keepEverything: { kind: "memory-window", limit: null },
  cannotPin: (input) =>
    options.parse(input).kind === "memory-window"
      ? null
      : "the provider compacts the session into one opaque item: nothing can stand beside it",
  options,
  state,
  step(input) {
    if (input.options.kind === "memory-window") return keepNewest(input);
    return input.options.kind === "sandbox" ? runThresholdCompaction(input) : runSessionCompaction(input);
  },
});

/** How the session is compacted, and what is known of the last response. */
const signals = z.object({
  compactionMode: options.shape.compactionMode.optional(),
  responseId: z.string().nullable().optional(),
});

function runSessionCompaction(input: Input): StepResult {
  const { options, state, history, request } = input;
  const said = signals.parse(request.signals);
  // A request that names the mode states everything, so without an id there was no response. A replay names neither.
  const responseId = said.compactionMode === undefined ? said.responseId : (said.responseId ?? null);
  const problem = responseId === null && describeModeProblem(said.compactionMode ?? options.compactionMode);
  if (problem) return { changes: [], notes: [`The SDK throws here: ${problem}`] };
  const start = Math.max(state.from, findConversationStart(history));
  const end = endOfTurn(input);
  const candidates = history.measure(countCandidates).sum(start, end);
  const trigger = {
    fired: candidates >= CANDIDATES_THRESHOLD || (input.request.requested && end > start),
    name: "shouldTriggerCompaction",
    measured: candidates,
    threshold: CANDIDATES_THRESHOLD,
    unit: "items",
    basis: "counted",
  } as const;
  if (!trigger.fired) return { changes: [], triggers: [trigger] };
  const reason = `${candidates} items are not the user's: the whole session gives way to a compaction item.`;
  return { ...replaceAll(input, start, end, reason), triggers: [trigger] };
}

/** A session is compacted when a turn was stored. The newest prompt and a running turn are not in it yet. */
function endOfTurn({ history }: Input): number {
  if (history.length === 0 || history.at(history.length - 1).role === "tool") {
    return history.positions("user").at(-1) ?? 0;
  }
  let end = history.length;
  while (end > 0 && history.at(end - 1).role === "user") end--;
  return end;
}

function runThresholdCompaction(input: Input): StepResult {
  const used = countUsedTokens(input.request, input.shown);
  const threshold = computeSandboxThreshold(input.options.model);
  const start = Math.max(input.state.from, findConversationStart(input.history));
  const fired = used.tokens >= threshold && start < input.history.length;
  const triggers = [makeTokenTrigger("compact_threshold", used, threshold, fired)];
  if (!fired) return { changes: [], triggers };
  const reason = `${used.tokens} tokens reached ${threshold}: the server compacts everything so far.`;
  return { ...replaceAll(input, start, input.history.length, reason), triggers };
}

function replaceAll(input: Input, from: number, to: number, reason: string): StepResult {
  const range = summarizeRange(input, {
    parts: [{ from, to }],
    before: to,
    id: "openai-agents:compaction",
    role: "user",
    carried: input.state.summaryTokens,
    rule: input.options.kind,
    reason,
  });
  input.state.from = to;
  input.state.summaryTokens = range.tokens;
  return range;
}

function keepNewest({ options, state, history }: Input): StepResult {
  if (options.limit === null) return { changes: [] };
  const start = Math.max(state.from, findConversationStart(history));
  const items = history.measure(countItems);
  let from = start;
  while (from < history.length && items.sum(from, history.length) > options.limit) from++;
  if (from === start) return { changes: [] };
  state.from = from;
  return {
    changes: [{ status: "removed", from: start, to: from }],
    decisions: [
      {
        action: "remove",
        from: start,
        to: from,
        rule: "memory-window",
        reason: `Only the newest ${options.limit} items are read from the session.`,
        numbers: { limit: options.limit },
        reference: null,
      },
    ],
  };
}

/** The session items of a message: one for its text, even if the message is empty, and one for each call. */
export function countItems(message: Message): number {
  const calls = message.toolCalls?.length ?? 0;
  return calls + (message.text !== "" || calls === 0 ? 1 : 0);
}

/** Items that count towards a compaction: all except user messages. */
export function countCandidates(message: Message): number {
  return message.role === "user" ? 0 : countItems(message);
}

type CompactionMode = "auto" | "input" | "previous_response_id";

/** Why this mode cannot compact a session whose responses have no id; `null` if it can. */
function describeModeProblem(mode: CompactionMode): string | null {
  return mode === "previous_response_id"
    ? "compactionMode previous_response_id needs the id of the last completed response."
    : null;
}

/** The mode that `auto` resolves to. Throws if a response id is needed and there is none. */
export function resolveMode(
  mode: CompactionMode,
  responseId: string | null,
  store: boolean | null,
): Exclude<CompactionMode, "auto"> {
  const resolved =
    mode !== "auto" ? mode : store === false || responseId === null ? "input" : "previous_response_id";
  const problem = responseId === null ? describeModeProblem(resolved) : null;
  if (problem !== null) throw new Error(problem);
  return resolved;
}

export const CANDIDATES_THRESHOLD = 10;
