import { z } from "zod";
import { definePolicy, type Decision, type StepInput, type StepResult } from "../contract/policy";
import type { Change } from "../contract/projection";
import { computeClineBudget, type ClineBudgetInput } from "./budget";
import {
  estimateEntries,
  estimateMessage,
  isPrompt,
  countJsonChars,
  countTokensOfChars,
  type ClineEntry,
} from "./cline-message";
import { planCompaction, type CompactionPlan } from "./plan-compaction";
import type { Message } from "../contract/message";

/** The length of a request's JSON without the system prompt's text and the messages. */
const REQUEST_FRAME_CHARS = JSON.stringify({ systemPrompt: "", messages: [], tools: [] }).length;

function countPromptChars({ role, text }: Message): number {
  return role === "system" ? JSON.stringify(text).length - '""'.length : 0;
}

const options = z.object({
  enabled: z.boolean().default(true),
  strategy: z.literal("basic").default("basic"),
  /** Limits of the model in tokens, if Cline's model list has them. */
  maxInputTokens: z.number().positive().nullable().default(null),
  maxTokens: z.number().positive().nullable().default(null),
});

const state = z.object({
  /** What the last compaction left, and its size including a comma after each message. */
  kept: z
    .array(
      z.object({
        index: z.number().int().nonnegative(),
        metadata: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
      }),
    )
    .default([]),
  keptTokens: z.number().nonnegative().default(0),
  keptChars: z.number().nonnegative().default(0),
  from: z.number().int().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const clineSdkBasic = definePolicy({
  kind: "cline-sdk-basic",
  version: "0.0.86",
  title: "Cline SDK basic compaction",
  vendor: "Cline (@cline/core)",
  configuration: { write: "typescript", pattern: "{ compaction: … }" },
  runsOn: { harness: ["Cline"] },
  source: "The package's basic compaction, run on hand-written cases.",
  checked: { on: "2026-11-22", against: "@cline/core@0.0.86" },
  malformed: null,
  keepEverything: { enabled: false },
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  if (!input.options.enabled) return { changes: [] };
  const facts = readFacts(input);
  const budget = computeClineBudget(facts);
  const plan = planCompaction(facts, budget, () => buildWindow(input));
  const trigger = {
    fired: plan !== null,
    name: "triggerTokens",
    measured: facts.requestTokens,
    threshold: budget.triggerTokens,
    unit: "tokens",
    basis: "estimated",
  } as const;
  if (plan === null || plan.entries === null) return { changes: [], triggers: [trigger] };
  const result = replaceWindow(input, plan, plan.entries);
  remember(input, plan.entries);
  return { ...result, triggers: [trigger] };
}

function readFacts({ options, state, history, request }: Input): ClineBudgetInput {
  const { from, keptTokens, keptChars } = state;
  const newMessages = [from, history.length] as const;
  const messageChars = keptChars + history.measure(countCharsWithComma).sum(...newMessages);
  const beside = ((request.systemTokens ?? 0) + (request.toolsTokens ?? 0)) * 3;
  const chars = beside + history.measure(countPromptChars).total() + Math.max(0, messageChars - 1);
  return {
    mode: request.overflow ? "overflow_recovery" : request.requested ? "manual" : "auto",
    maxInputTokens: options.maxInputTokens,
    contextWindow: request.contextWindow,
    maxTokens: options.maxTokens,
    requestTokens: countTokensOfChars(REQUEST_FRAME_CHARS + chars),
    messageTokens: keptTokens + history.measure(estimateNew).sum(...newMessages),
    previousInputTokens: request.usage?.input ?? null,
  };
}

const estimateNew = (message: ClineEntry["message"]) => estimateMessage(message);

const countCharsWithComma = (message: ClineEntry["message"]) =>
  message.role === "system" ? 0 : countJsonChars(message) + ",".length;

function buildWindow({ state, history, shown }: Input): ClineEntry[] {
  const kept = state.kept.map((one) => ({ ...one, message: shown.at(one.index) ?? history.at(one.index) }));
  for (let index = state.from; index < history.length; index++)
    if (history.at(index).role !== "system") kept.push({ index, metadata: null, message: history.at(index) });
  return kept;
}

function remember({ state, history }: Input, entries: readonly ClineEntry[]): void {
  state.kept = entries.map(({ index, metadata }) => ({
    index,
    metadata: metadata === null ? null : { ...metadata },
  }));
  state.keptTokens = estimateEntries(entries);
  state.keptChars = entries.reduce(
    (sum, one) => sum + countJsonChars(one.message, one.metadata) + ",".length,
    0,
  );
  state.from = history.length;
}

function replaceWindow(input: Input, plan: CompactionPlan, entries: readonly ClineEntry[]): StepResult {
  const { triggerTokens, targetTokens, messageTargetTokens } = plan;
  const numbers = { triggerTokens, targetTokens, messageTargetTokens };
  const survivors = new Map(entries.map((entry) => [entry.index, entry]));
  const changes: Change[] = [];
  const decisions: Decision[] = [];
  let prompt: string | null = null;
  for (const { index, message } of buildWindow(input)) {
    const entry = survivors.get(index);
    const place = { from: index, to: index + 1, numbers };
    if (entry === undefined) {
      changes.push({ status: "summarized", from: index, to: index + 1 });
      const reason = "It does not fit: what was done in it stands in a notice on the prompt before it.";
      decisions.push({ ...place, action: "summarize", rule: "fold", reason, reference: prompt });
      continue;
    }
    if (isPrompt(entry)) prompt = message.id;
    if (entry.message === message || isSameJson(entry, message)) continue;
    changes.push({ status: "trimmed", index, message: entry.message });
    const reason = isPrompt(entry)
      ? "It carries a notice of the work that left behind it."
      : "It was cut to fit.";
    decisions.push({ ...place, action: "trim", rule: "rewrite", reason, reference: null });
  }
  return { changes, decisions };
}

function isSameJson(entry: ClineEntry, message: ClineEntry["message"]): boolean {
  return entry.message.text === message.text && countJsonChars(entry.message) === countJsonChars(message);
}
