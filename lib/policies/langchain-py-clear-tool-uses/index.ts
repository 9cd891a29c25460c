import { z } from "zod";
import { at } from "@/lib/core/assert";
import { countTextChars } from "../contract/message";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import type { Pins } from "../contract/pins";
import type { Change } from "../contract/projection";
import { ToolUseClearing } from "../shared/clear-tool-uses";
import { countLangchainTokens } from "../shared/langchain-size";
import { findLowerBound } from "../contract/positions";

const options = z.object({
  trigger: z.number().int().nonnegative().default(100_000),
  /** A target: clearing stops as soon as it is reached. 0 clears every clearable result. */
  clear_at_least: z.number().int().nonnegative().default(0),
  keep: z.number().int().nonnegative().default(3),
  clear_tool_inputs: z.boolean().default(false),
  exclude_tools: z.array(z.string()).default([]),
  placeholder: z.string().default("[cleared]"),
});

const position = z.number().int().nonnegative().default(0);
const state = z.object({
  scannedTo: position,
  /**
   * Results that can be cleared, oldest first, and the characters saved by clearing all of them up to each. A
   * placeholder can be longer than its result, so the largest saving along the way is kept too.
   */
  clearable: z.array(z.number().int()).default([]),
  savedUpTo: z.array(z.number()).default([]),
  mostSavedUpTo: z.array(z.number()).default([]),
  cleared: position,
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

/** Every call edits a fresh copy, oldest results first. */
export const langchainPyClearToolUses = definePolicy({
  kind: "langchain-py-clear-tool-uses",
  version: "1.4.2",
  title: "LangChain ClearToolUsesEdit (Python)",
  vendor: "LangChain",
  configuration: { write: "python", pattern: "ContextEditingMiddleware(edits=[ClearToolUsesEdit(…)])" },
  compared: { clearing: (limit) => ({ trigger: limit }) },
  runsOn: { harness: ["LangChain", "LangGraph"] },
  source: "langchain 1.4.2, context_editing middleware: checked against runs of the source file.",
  tuned: (limit) => ({ trigger: limit }),
  checked: { on: "2026-11-22", against: "langchain 1.4.2 for Python, context_editing.py" },
  malformed: null,
  keepEverything: { keep: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, state, history } = input;
  noteClearable(input);
  const chars = history.measure(countTextChars).total();
  const tokens = countLangchainTokens(chars);
  const trigger = {
    fired: tokens > options.trigger,
    name: "trigger",
    measured: tokens,
    threshold: options.trigger,
    unit: "tokens",
    basis: "estimated",
  } as const;
  const from = state.cleared;
  state.cleared = trigger.fired ? countToClear(input, chars) : 0;
  const fresh = state.clearable.slice(from, state.cleared);
  const again = restore(state.clearable.slice(state.cleared, from), input);
  return {
    changes: clear([...again, ...fresh], input),
    triggers: [trigger],
    decisions: fresh.map((index) => ({
      action: "clear",
      from: index,
      to: index + 1,
      rule: "keep-newest-results",
      reason: `Older than the newest ${options.keep} results.`,
      numbers: { tokens, threshold: options.trigger, keep: options.keep },
      reference: null,
    })),
  };
}

/** Skips results of excluded tools, and results whose call is not in the assistant message right before them. */
function noteClearable({ options, state, history }: Input): void {
  for (; state.scannedTo < history.length; state.scannedTo++) {
    const index = state.scannedTo;
    if (history.at(index).role !== "tool") continue;
    const assistants = history.positions("assistant");
    const nearest = assistants[findLowerBound(assistants, index) - 1];
    if (nearest === undefined || history.callOf(index)?.index !== nearest) continue;
    if (options.exclude_tools.includes(history.toolNameOf(index) ?? "")) continue;
    const saved = countTextChars(history.at(index)) - options.placeholder.length;
    const total = (state.savedUpTo.at(-1) ?? 0) + saved;
    state.savedUpTo.push(total);
    state.mostSavedUpTo.push(Math.max(total, state.mostSavedUpTo.at(-1) ?? 0));
    state.clearable.push(index);
  }
}

function countToClear({ options, state, history, pins }: Input, chars: number): number {
  const results = history.positions("tool");
  const kept = results[results.length - options.keep];
  const limit =
    options.keep === 0
      ? state.clearable.length
      : findLowerBound(state.clearable, options.keep >= results.length ? 0 : (kept ?? 0));
  if (options.clear_at_least === 0) return limit;
  const isEnough = (count: number) =>
    count > 0 &&
    countLangchainTokens(chars) - countLangchainTokens(chars - sumMostSaved(state, pins, count)) >=
      options.clear_at_least;
  let count = Math.min(state.cleared, limit);
  while (count > 0 && isEnough(count - 1)) count--;
  while (count < limit && !isEnough(count)) count++;
  return count;
}

/** The most characters that clearing the first `count` results saves along the way. Pinned results save none. */
function sumMostSaved(state: Input["state"], { pinned }: Pins, count: number): number {
  if (pinned.length === 0) return at(state.mostSavedUpTo, count - 1);
  const kept = new Set(pinned);
  let [sum, most] = [0, -Infinity];
  for (let i = 0; i < count; i++) {
    if (!kept.has(at(state.clearable, i))) sum += at(state.savedUpTo, i) - (state.savedUpTo[i - 1] ?? 0);
    most = Math.max(most, sum);
  }
  return most;
}

function clear(indexes: readonly number[], { options, history, shown }: Input): readonly Change[] {
  const clearing = new ToolUseClearing(history, shown);
  for (const index of indexes) {
    clearing.clearResult(index, options.placeholder);
    if (options.clear_tool_inputs) clearing.clearInputsOf(index);
  }
  return clearing.changes;
}

/** Restores results and their calls. Returns the results that stay cleared although their call was restored. */
function restore(indexes: readonly number[], { state, history, shown }: Input): number[] {
  const calls = new Set(indexes.map((index) => history.callOf(index)?.index ?? index));
  shown.apply([...indexes, ...calls].map((index) => ({ status: "kept", from: index, to: index + 1 })));
  const again: number[] = [];
  for (
    let i = state.cleared - 1;
    i >= 0 && calls.has(history.callOf(at(state.clearable, i))?.index ?? -1);
    i--
  )
    again.push(at(state.clearable, i));
  return again;
}
