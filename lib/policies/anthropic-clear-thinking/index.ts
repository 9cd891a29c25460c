import { definePolicy } from "../contract/policy";
import { clearThinking, clearThinkingEdit, thinkingState } from "./clear";

export const anthropicClearThinking = definePolicy({
  kind: "anthropic-clear-thinking",
  version: "20251015",
  title: "Anthropic thinking clearing (modelled)",
  vendor: "Anthropic",
  configuration: {
    write: "json",
    place: "request body of the Messages API",
    under: ["context_management", "edits"],
    listed: "clear_thinking",
  },
  runsOn: { provider: "anthropic" },
  source:
    "Modelled from the documentation: no run of it is published. What is kept without the edit depends on the model.",
  checked: { on: "2026-11-22", against: "Anthropic's documentation of clear_thinking_20251015" },
  malformed: null,
  keepEverything: { keep: "all" },
  options: clearThinkingEdit,
  state: thinkingState,
  step: clearThinking,
});
