import { definePolicy } from "../contract/policy";
import { clearingState, clearToolUses } from "./clear";
import { clearToolUsesEdit } from "./options";

export const anthropicClearToolUses = definePolicy({
  kind: "anthropic-clear-tool-uses",
  version: "20250919",
  title: "Anthropic tool result clearing (modelled)",
  vendor: "Anthropic",
  configuration: {
    write: "json",
    place: "request body of the Messages API",
    under: ["context_management", "edits"],
    listed: "clear_tool_uses",
  },
  compared: {
    vendors: (limit) => ({
      trigger: { type: "input_tokens", value: limit },
      keep: { type: "tool_uses", value: 2 },
    }),
    clearing: (limit) => ({ trigger: { type: "input_tokens", value: limit } }),
    defaults: () => ({}),
  },
  runsOn: { provider: "anthropic" },
  source:
    "Modelled from published API runs and the SDK's types: the server's code and placeholder are not public.",
  tuned: (limit) => ({ trigger: { type: "input_tokens", value: limit } }),
  checked: { on: "2026-11-22", against: "published runs of Anthropic's API with clear_tool_uses_20250919" },
  malformed: null,
  keepEverything: { keep: { type: "tool_uses", value: Number.MAX_SAFE_INTEGER } },
  options: clearToolUsesEdit,
  state: clearingState,
  step: (input) => clearToolUses(input),
});
