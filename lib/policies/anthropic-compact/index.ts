import { definePolicy } from "../contract/policy";
import { compactWindow, compactEdit, compactState, PROVIDER_COMPACTS } from "./compact";

export const anthropicCompact = definePolicy({
  kind: "anthropic-compact",
  version: "20260112",
  title: "Anthropic compaction (modelled)",
  vendor: "Anthropic",
  configuration: {
    write: "json",
    place: "request body of the Messages API",
    under: ["context_management", "edits"],
    listed: "compact",
  },
  runsOn: { provider: "anthropic" },
  source: "Modelled from the documentation and the SDK's types; the summary itself is simulated.",
  checked: { on: "2026-11-22", against: "Anthropic's documentation of compact_20260112" },
  malformed: null,
  cannotPin: () => PROVIDER_COMPACTS,
  keepEverything: { trigger: { type: "input_tokens", value: Number.MAX_SAFE_INTEGER } },
  options: compactEdit,
  state: compactState,
  step: compactWindow,
});
