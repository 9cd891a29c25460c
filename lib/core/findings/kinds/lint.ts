import type { FindingKind } from "../rule/finding";

export const LINT_KINDS = [
  {
    code: "window.orphan_tool_result",
    family: "lint",
    title: "A tool result stood without its call",
    severity: "serious",
    advice:
      "Let a policy take a call and its result out together, and cut histories only between such pairs.",
    source: "provider rule: a tool result follows the call that it answers",
    seenIn: { run: "handover", on: "2026-11-29" },
  },
  {
    code: "window.orphan_tool_call",
    family: "lint",
    title: "A tool call stood without its result",
    severity: "serious",
    advice:
      "Let a policy take a call and its result out together, or leave a placeholder where the result was.",
    source: "provider rule: every tool call is answered by a result before the next message",
    seenIn: { run: "handover", on: "2026-11-29" },
  },
  {
    code: "window.empty",
    family: "lint",
    title: "The window was empty",
    severity: "serious",
    advice: "Hold the policy to a floor: the task and the newest message stay whatever the budget says.",
    source: "truncation that drops everything when the newest item alone is over the budget",
    seenIn: { run: "changes", on: "2026-11-29" },
  },
  {
    code: "policy.protected_violated",
    family: "lint",
    title: "The task or its rules left the window",
    severity: "serious",
    advice: "Exempt rules and the task from every policy, or re-inject them verbatim.",
    source: "front truncation deletes the framing of the task first, because it is oldest",
    seenIn: { run: "daemon", on: "2026-11-29" },
  },
  {
    code: "policy.keep_violated",
    family: "lint",
    title: "One of the newest results was cleared in spite of the policy's keep",
    severity: "serious",
    advice: "Compare the policy's options with its edits: the newest results named by keep must stay.",
    source: "keep of a clearing policy: the newest N tool uses are not eligible",
    seenIn: { run: "handover", on: "2026-11-29" },
  },
  {
    code: "policy.threshold_moved",
    family: "lint",
    title: "A rule's threshold changed during the session",
    severity: "note",
    advice: "Fix the policy's options for a session, or report the change with its reason.",
    source: "eviction contract: eviction is parameterised, and its parameters are known",
    seenIn: { run: "handover", on: "2026-11-29" },
  },
  {
    code: "summary.empty",
    family: "lint",
    title: "A compaction left an empty summary",
    severity: "serious",
    advice: "Refuse a summary without text, and keep the history that it was to stand for.",
    source: "summarising compaction: when the summary call fails, what it replaced must not go",
    seenIn: { run: "changes", on: "2026-11-29" },
  },
] as const satisfies readonly FindingKind[];
