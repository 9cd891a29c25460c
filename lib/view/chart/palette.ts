import type { SourceKind } from "@/lib/core/vocabulary";

/**
 * Source kinds share eight colours: more cannot be told apart by every kind of colour vision. A group has the same
 * colour in every chart and theme. Kinds of one group differ by name.
 */
export const SOURCE_GROUPS = [
  "system",
  "plan",
  "memory",
  "assistant",
  "user",
  "tool",
  "other",
  "retrieval",
] as const;
export type SourceGroup = (typeof SOURCE_GROUPS)[number];

const GROUP_OF_KIND: Record<SourceKind, SourceGroup> = {
  system_rules: "system",
  tool_schemas: "system",
  repository_instructions: "system",
  plan: "plan",
  state_summary: "plan",
  memory: "memory",
  compaction_summary: "memory",
  assistant_text: "assistant",
  thinking: "assistant",
  tool_call: "assistant",
  user_goal: "user",
  user_message: "user",
  tool_result: "tool",
  attachment: "other",
  other: "other",
  retrieval: "retrieval",
};

const GROUP_LABELS: Record<SourceGroup, string> = {
  system: "System and tools",
  plan: "Plan and state",
  memory: "Memory and summaries",
  assistant: "Assistant",
  user: "User",
  tool: "Tool results",
  other: "Other",
  retrieval: "Retrieved",
};

const KIND_LABELS: Record<SourceKind, string> = {
  system_rules: "system rules",
  tool_schemas: "tool schemas",
  repository_instructions: "repository instructions",
  plan: "plan",
  state_summary: "state summary",
  memory: "memory",
  compaction_summary: "compaction summary",
  assistant_text: "assistant text",
  thinking: "thinking",
  tool_call: "tool call",
  user_goal: "user goal",
  user_message: "user message",
  tool_result: "tool result",
  attachment: "attachment",
  other: "other",
  retrieval: "retrieval",
};

export function findPaletteGroup(kind: SourceKind): SourceGroup {
  return GROUP_OF_KIND[kind];
}

export function groupLabel(group: SourceGroup): string {
  return GROUP_LABELS[group];
}

export function labelKind(kind: SourceKind): string {
  return KIND_LABELS[kind];
}

export function groupColor(group: SourceGroup): string {
  return `var(--kind-${group})`;
}

export function pickKindColor(kind: SourceKind): string {
  return groupColor(findPaletteGroup(kind));
}

/** Tokens that the provider counts and no block explains. */
export const RESIDUAL_COLOR = "var(--kind-residual)";
