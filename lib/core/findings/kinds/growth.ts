import type { FindingKind } from "../rule/finding";

export const GROWTH_KINDS = [
  {
    code: "context.spike",
    family: "growth",
    title: "One turn made the window jump",
    severity: "warning",
    advice: "Bound what this tool returns, or keep a reference in the window and the payload outside.",
    source: "per-turn token delta of the context budget: growth seen at turn N+1 belongs to turn N",
    seenIn: { trace: "langfuse_trace/vercel-ai-docs-assistant-46k-spike.json", on: "2026-11-29" },
    harm: { tokens: ["delta"] },
  },
  {
    code: "context.budget_projected",
    family: "growth",
    title: "Over budget on the next call",
    severity: "note",
    advice: "Branch into a checkpoint here: the next call re-reads this window and this answer.",
    source:
      "context budget: input plus output of a call, held against the ceiling before the next call is made",
    seenIn: { trace: "pi/pi-large-session-d703a1a9.jsonl", on: "2026-11-29" },
  },
  {
    code: "context.budget_exceeded",
    family: "growth",
    title: "The window was above its budget",
    severity: "warning",
    advice: "Take a checkpoint before the call that crosses the budget, or reduce what the window keeps.",
    source: "context budget: the ceiling that the agent's owner set for one window",
    seenIn: { trace: "claude_code/spotter-fa812bfe/subagents/agent-acompact-70d8e7.jsonl", on: "2026-11-29" },
  },
  {
    code: "context.tool_results_dominate",
    family: "growth",
    title: "Tool results fill most of the window",
    severity: "note",
    advice: "Bound what tools return, keep references instead of payloads, or clear results that were used.",
    source: "context accounting: what grows without bound, turn by turn, is what tools return",
    seenIn: { trace: "swe_agent/sweagent0-sphinx-doc__sphinx-11510.traj", on: "2026-11-29" },
  },
  {
    code: "context.turns_left",
    family: "growth",
    title: "Few turns are left at this growth",
    severity: "note",
    advice: "Decide now what may leave the window, while the plan and the constraints still stand in it.",
    source: "context budget: a threshold is set by the turns that are left, not by what is used",
    seenIn: null,
  },
  {
    code: "checkpoint.incomplete",
    family: "integrity",
    title: "A checkpoint lacks what a restart needs",
    severity: "warning",
    advice:
      "Write the task word for word, the constraints, decisions with reasons, what was ruled out, the open plan, references to evidence and the next action.",
    source:
      "checkpoint and restart: a structured state object keeps decisions and what was ruled out, prose does not",
    seenIn: { run: "handover", on: "2026-11-29" },
  },
  {
    code: "checkpoint.repeated",
    family: "growth",
    title: "The session was restarted more than once",
    severity: "warning",
    advice: "Split the task instead of checkpointing a checkpoint.",
    source: "checkpoint and restart: at most one restart per task, as each pass compounds the loss",
    seenIn: { run: "handover", on: "2026-11-29" },
  },
  {
    code: "checkpoint.too_early",
    family: "growth",
    title: "A checkpoint came too early",
    severity: "note",
    advice: "Set the threshold by the turns that are expected to remain, not by what is used so far.",
    source:
      "checkpoint and restart: tripping at a fraction of the budget burns more on recovery than finishing takes",
    seenIn: { run: "handover", on: "2026-11-29" },
  },
] as const satisfies readonly FindingKind[];
