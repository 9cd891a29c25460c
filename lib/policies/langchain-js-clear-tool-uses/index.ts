import { z } from "zod";
import { at } from "@/lib/core/assert";
import { setText } from "../contract/message";
import { definePolicy, type Decision, type StepInput, type StepResult } from "../contract/policy";
import { takeFree } from "../contract/pins";
import type { Change } from "../contract/projection";
import { ToolUseClearing } from "../shared/clear-tool-uses";
import { isConditionMet, countLangchainChars, countLangchainTokens } from "../shared/langchain-size";
import type { DeprecatedOption } from "../contract/deprecated";

/** A condition holds if all of its fields hold. */
const contextSize = z.object({
  tokens: z.number().optional(),
  messages: z.number().optional(),
  fraction: z.number().optional(),
});

const clearToolUsesOptions = z.object({
  trigger: z.union([contextSize, z.array(contextSize)]).default({ tokens: 100_000 }),
  keep: contextSize.default({ messages: 3 }),
  excludeTools: z.array(z.string()).default([]),
  clearToolInputs: z.boolean().default(false),
  placeholder: z.string().default("[cleared]"),
  /** Tokens that a round must free; 0 if left out. It has no default, because the package would warn about it. */
  clearAtLeast: z.number().optional(),
});

/** Deprecated names that the constructor still takes. A present name takes precedence. */
const deprecatedOptions: readonly DeprecatedOption[] = [
  {
    name: "triggerTokens",
    instead: "`trigger: { tokens: value }`",
    value: z.number(),
    becomes: (tokens, options) => ({ trigger: { tokens }, ...options }),
  },
  {
    name: "keepMessages",
    instead: "`keep: { messages: value }`",
    value: z.number(),
    becomes: (messages, options) => ({ keep: { messages }, ...options }),
  },
  { name: "clearAtLeast", instead: "`keep: { tokens: value }` or `keep: { messages: value }`" },
];

/** How many results are kept if the window is not known, so that a share of it has no size. */
const DEFAULT_KEEP = 3;

const position = z.number().int().nonnegative().default(0);

const state = z.object({
  scannedTo: position,
  /** Results that answer a call, in order. The first `passed` of them are processed. */
  candidates: z.array(z.number().int()).default([]),
  passed: position,
  spared: z.array(z.number().int()).default([]),
  orphans: position,
  savedChars: z.number().default(0),
});

type Input = StepInput<z.infer<typeof clearToolUsesOptions>, z.infer<typeof state>>;

export const langchainJsClearToolUses = definePolicy({
  kind: "langchain-js-clear-tool-uses",
  version: "1.5.14",
  title: "LangChain ClearToolUsesEdit (JavaScript)",
  vendor: "LangChain",
  configuration: {
    write: "typescript",
    pattern: "contextEditingMiddleware({ edits: [new ClearToolUsesEdit(…)] })",
  },
  compared: { defaults: () => ({}) },
  runsOn: { harness: ["LangChain", "LangGraph"] },
  source: "langchain 1.5.14, contextEditing middleware: checked against runs of the package.",
  tuned: (limit) => ({ trigger: { tokens: limit } }),
  checked: { on: "2026-11-22", against: "langchain@1.5.14" },
  malformed: null,
  keepEverything: { trigger: [] },
  options: clearToolUsesOptions,
  deprecated: deprecatedOptions,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, state, history, shown, request } = input;
  const orphans = removeOrphans(input);
  const measured = {
    messages: history.length - state.orphans,
    tokens: countTokensNow(input),
    contextWindow: request.contextWindow,
  };
  const conditions = Array.isArray(options.trigger) ? options.trigger : [options.trigger];
  const fired = conditions.some((condition) => isConditionMet(condition, measured));
  const trigger = {
    fired,
    name: "trigger",
    measured: measured.tokens,
    threshold: conditions[0]?.tokens ?? null,
    unit: "tokens",
    basis: "estimated",
  } as const;
  if (!fired) return { ...orphans, triggers: [trigger] };

  const clearing = new ToolUseClearing(history, shown);
  const keepCount = keepCountOf(input);
  const cleared = clearOldest(input, clearing, keepCount);
  cleared.push(...clearMore(input, clearing, keepCount, measured.tokens));
  return {
    changes: [...orphans.changes, ...clearing.changes],
    triggers: [trigger],
    decisions: [
      ...orphans.decisions,
      ...cleared.map((index): Decision => ({
        action: "clear",
        from: index,
        to: index + 1,
        rule: "keep-newest-results",
        reason: `Older than the ${keepCount} results that are kept.`,
        numbers: { tokens: measured.tokens, keep: keepCount },
        reference: null,
      })),
    ],
  };
}

/** Results that answer no earlier call are removed, even if no trigger fires. */
function removeOrphans({ state, history }: Input): { changes: Change[]; decisions: Decision[] } {
  const changes: Change[] = [];
  const decisions: Decision[] = [];
  for (; state.scannedTo < history.length; state.scannedTo++) {
    const from = state.scannedTo;
    if (history.at(from).role !== "tool") continue;
    if (history.callOf(from) !== undefined) {
      state.candidates.push(from);
      continue;
    }
    const to = from + 1;
    state.orphans++;
    state.savedChars += countLangchainChars(history.at(from));
    changes.push({ status: "removed", from, to });
    const reason = "No earlier message makes the call that it answers.";
    decisions.push({
      action: "remove",
      from,
      to,
      rule: "orphan-result",
      reason,
      numbers: {},
      reference: null,
    });
  }
  return { changes, decisions };
}

function countTokensNow({ state, history }: Input): number {
  return countLangchainTokens(history.measure(countLangchainChars).total() - state.savedChars);
}

function keepCountOf({ options, state, shown, request }: Input): number {
  const { messages, tokens, fraction } = options.keep;
  if (messages !== undefined) return messages;
  const share = Math.floor((request.contextWindow ?? 0) * (fraction ?? 0));
  if (tokens === undefined && share <= 0) return DEFAULT_KEEP;
  const budget = tokens ?? share;
  let count = 0;
  for (let sum = 0; count < state.candidates.length; count++) {
    const message = shown.at(at(state.candidates, state.candidates.length - 1 - count));
    sum += message === null ? 0 : countLangchainTokens(countLangchainChars(message));
    if (sum > budget) break;
  }
  return count;
}

function clearOldest(input: Input, clearing: ToolUseClearing, keepCount: number): number[] {
  const { state } = input;
  const late = takeFree(state.spared, (index) => input.pins.pinned.includes(index));
  const cleared = late.filter((index) => clearOne(input, clearing, index));
  for (; state.passed < state.candidates.length - keepCount; state.passed++) {
    const index = at(state.candidates, state.passed);
    if (input.pins.keepsText(index)) state.spared.push(index);
    else if (clearOne(input, clearing, index)) cleared.push(index);
  }
  return cleared;
}

/** If too little was saved, results that should be kept are cleared too, newest first. */
function clearMore(
  input: Input,
  clearing: ToolUseClearing,
  keepCount: number,
  tokensBefore: number,
): number[] {
  const { options, state } = input;
  const { candidates } = state;
  const { clearAtLeast = 0 } = options;
  if (clearAtLeast <= 0 || keepCount <= 0 || keepCount >= candidates.length) return [];
  const cleared: number[] = [];
  for (let i = candidates.length - 1; i >= candidates.length - keepCount; i--) {
    if (tokensBefore - countTokensNow(input) >= clearAtLeast) break;
    const index = at(candidates, i);
    if (!input.pins.keepsText(index) && clearOne(input, clearing, index)) cleared.push(index);
  }
  return cleared;
}

function clearOne({ options, state, history }: Input, clearing: ToolUseClearing, index: number): boolean {
  const message = clearing.at(index);
  if (message === null || clearing.isCleared(index)) return false;
  if (options.excludeTools.includes(history.toolNameOf(index) ?? "")) return false;
  clearing.clearResult(index, options.placeholder);
  state.savedChars +=
    countLangchainChars(message) - countLangchainChars(setText(message, options.placeholder));
  const callIndex = options.clearToolInputs ? history.callOf(index)?.index : undefined;
  if (callIndex !== undefined) {
    const before = clearing.at(callIndex);
    clearing.clearInputsOf(index);
    const after = clearing.at(callIndex);
    if (before !== null && after !== null)
      state.savedChars += countLangchainChars(before) - countLangchainChars(after);
  }
  return true;
}
