import { z } from "zod";
import { clearThinking, clearThinkingEntry, thinkingState } from "../anthropic-clear-thinking/clear";
import { clearingState, clearToolUses } from "../anthropic-clear-tool-uses/clear";
import { clearToolUsesEntry } from "../anthropic-clear-tool-uses/options";
import { compactWindow, compactEntry, compactState, PROVIDER_COMPACTS } from "../anthropic-compact/compact";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";

const edit = z.discriminatedUnion("type", [clearThinkingEntry, clearToolUsesEntry, compactEntry]);
type Edit = z.infer<typeof edit>;

const options = z.object({
  edits: z
    .array(edit)
    .refine(isThinkingFirst, "Expected clear_thinking_20251015 to be the first entry.")
    .refine(hasNoTwins, "Expected at most one entry of each type.")
    .prefault([
      { type: "clear_thinking_20251015" },
      { type: "clear_tool_uses_20250919" },
      { type: "compact_20260112" },
    ]),
});

const state = z.object({
  thinking: thinkingState.prefault({}),
  toolUses: clearingState.prefault({}),
  compaction: compactState.prefault({}),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

/** Each edit works on the result of the one before, in list order. */
export const anthropicContextManagement = definePolicy({
  kind: "anthropic-context-management",
  version: "2026-01-12",
  title: "Anthropic context management (modelled)",
  vendor: "Anthropic",
  configuration: { write: "json", place: "request body of the Messages API", under: ["context_management"] },
  runsOn: { provider: "anthropic" },
  source:
    "Modelled: tool clearing from published runs, thinking clearing and compaction from the documentation.",
  tuned: (limit) => ({
    edits: [{ type: "clear_tool_uses_20250919", trigger: { type: "input_tokens", value: limit } }],
  }),
  checked: { on: "2026-11-22", against: "published runs of Anthropic's API, and its documentation" },
  malformed: null,
  cannotPin: (input) =>
    options.parse(input).edits.some(({ type }) => type === "compact_20260112") ? PROVIDER_COMPACTS : null,
  keepEverything: { edits: [] },
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  const results = input.options.edits.map((entry) => {
    const result = applyEdit(entry, input);
    input.shown.apply(result.changes);
    return result;
  });
  return {
    changes: [],
    decisions: results.flatMap(({ decisions = [] }) => decisions),
    triggers: results.flatMap(({ triggers = [] }) => triggers),
    edits: results.flatMap(({ edits = [] }) => edits),
    summarizerCalls: results.flatMap(({ summarizerCalls = [] }) => summarizerCalls),
    notes: results.flatMap(({ notes = [] }) => notes),
  };
}

function applyEdit(options: Edit, input: Input): StepResult {
  const { thinking, toolUses, compaction } = input.state;
  switch (options.type) {
    case "clear_thinking_20251015":
      return clearThinking({ ...input, options, state: thinking });
    case "clear_tool_uses_20250919":
      return clearToolUses({ ...input, options, state: toolUses }, thinking.clearedTokens);
    case "compact_20260112":
      return compactWindow({ ...input, options, state: compaction });
  }
}

function isThinkingFirst(edits: readonly Edit[]): boolean {
  return edits.findIndex(({ type }) => type === "clear_thinking_20251015") <= 0;
}

function hasNoTwins(edits: readonly Edit[]): boolean {
  return new Set(edits.map(({ type }) => type)).size === edits.length;
}
