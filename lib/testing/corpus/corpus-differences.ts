import type { CorpusFigures } from "./corpus";

export type CorpusFigure = Exclude<keyof CorpusFigures, "file" | "session">;

/** A figure in which an import differs from the independent count, and why the import is right. */
export interface CorpusDifference {
  readonly file: string;
  readonly session?: string;
  readonly figure: CorpusFigure;
  readonly counted: number | null;
  readonly imported: number | null;
  readonly why: string;
}

const LRU = "openclaw/lru_demo/b2e732c1-5f16-4ebe-ba84-0a11adc45c66.jsonl";
const WITHDRAWALS = "chat_completions_log/interactions_20251129_080419.jsonl";
const ROLLOUT = "codex_rollout/agent-sessions-small.jsonl";
const DISPATCHER = "openclaw/lru_demo/fa3418b0-4e73-4618-ad41-4e061bec3d94.jsonl";

const COMPACTED =
  "the pass that compacted read the window of the request; the count has the pass that answered";

export const CORPUS_DIFFERENCES: readonly CorpusDifference[] = [
  {
    file: "anthropic_messages/pydantic-ai-compaction_usage_with_cache.yaml",
    figure: "maxInput",
    counted: 229,
    imported: 55_196,
    why: COMPACTED,
  },
  {
    file: "anthropic_messages/vercel-anthropic-compaction.1.json",
    figure: "maxInput",
    counted: 682,
    imported: 60_385,
    why: COMPACTED,
  },
  {
    file: LRU,
    figure: "calls",
    counted: 53,
    imported: 48,
    why: "3 replies stand in the file twice because a yield ended their run, and 2 are the gateway's own",
  },
  {
    file: LRU,
    figure: "usageCalls",
    counted: 51,
    imported: 48,
    why: "the 3 repeated replies repeat their usage",
  },
  {
    file: DISPATCHER,
    figure: "calls",
    counted: 9,
    imported: 5,
    why: "4 replies stand in the file twice because a yield ended their run",
  },
  {
    file: DISPATCHER,
    figure: "usageCalls",
    counted: 9,
    imported: 5,
    why: "the 4 repeated replies repeat their usage",
  },
  {
    file: DISPATCHER,
    figure: "maxInput",
    counted: 40_817,
    imported: 22_116,
    why: "a repeated reply carries the sum over its run's calls (19,057 and 21,760), which no call read at once",
  },
  {
    file: WITHDRAWALS,
    figure: "toolCalls",
    counted: 29,
    imported: 31,
    why: "a reply with two calls was withdrawn from later requests; the model made them all the same",
  },
  {
    file: WITHDRAWALS,
    figure: "repeats",
    counted: 11,
    imported: 13,
    why: "both calls of the withdrawn reply repeat an earlier one",
  },
  {
    file: "litellm_call_log/openhands-sonnet4",
    figure: "toolCalls",
    counted: 5,
    imported: 6,
    why: "the last answer calls a tool, which no later message list shows",
  },
  {
    file: "mini_swe_agent/gemini3-pylint-dev__pylint-6528.traj.json",
    figure: "toolCalls",
    counted: 97,
    imported: 95,
    why: "two replies hold two commands each; the harness refused both and ran nothing",
  },
  {
    file: "gemini_cli/gemini-cli-trajectory.json",
    figure: "calls",
    counted: 52,
    imported: 51,
    why: "the harness puts an acknowledgement of the snapshot into the model's mouth: no call was made for it",
  },
  {
    file: "langfuse_trace/vercel-ai-docs-assistant-46k-spike.json",
    figure: "calls",
    counted: 4,
    imported: 2,
    why: "two of the four generations are wrappers without usage, which repeat what their innermost call was given",
  },
  {
    file: "langfuse_trace/csharp-agent-with-gemini-2026-03-09.trace.json",
    figure: "toolCalls",
    counted: 4,
    imported: 2,
    why: "two of the four are wrapper spans named orchestrate_tools, which no model called",
  },
  {
    file: "langfuse_trace/csharp-agent-with-gemini-2026-03-09.trace.json",
    figure: "repeats",
    counted: 1,
    imported: 0,
    why: "the repeated one is the wrapper span orchestrate_tools",
  },
  {
    file: "langfuse_trace/langgraph-js-2025-10-30.trace.json",
    figure: "toolCalls",
    counted: 3,
    imported: 1,
    why: "the model made one call; the others are spans of the graph that have tools in their names",
  },
  {
    file: ROLLOUT,
    figure: "calls",
    counted: 3,
    imported: 6,
    why: "the file has one line of every type that there is, not a session: the count is of its usage reports, two of which are empty; six stretches of answers stand in it",
  },
  {
    file: ROLLOUT,
    figure: "toolCalls",
    counted: 4,
    imported: 8,
    why: "tool searches, web searches and image generations are calls too, four of them",
  },
  {
    file: ROLLOUT,
    figure: "compactions",
    counted: 6,
    imported: 5,
    why: "the file has one line of every type that there is, not a session: of six records three stand between the same two answers, and one more stands behind the last",
  },
  {
    file: "roo_code/natural-already-condensed/api_conversation_history.json",
    figure: "toolCalls",
    counted: 13,
    imported: 30,
    why: "the condensation took 17 calls out of the history; the display still shows them",
  },
  {
    file: "roo_code/natural-already-condensed/api_conversation_history.json",
    figure: "repeats",
    counted: 1,
    imported: 2,
    why: "one of the calls that only the display shows repeats another of them",
  },
  {
    file: "letta_af/memgpt_agent_with_convo.af",
    figure: "calls",
    counted: 28,
    imported: 27,
    why: "the first answer was written into the agent when it was made, before anybody had spoken to it",
  },
  {
    file: "letta_af/memgpt_agent_with_convo.af",
    figure: "compactions",
    counted: 0,
    imported: 1,
    why: "message 81 says that 69 of 80 messages were hidden and summarises them",
  },
  {
    file: "anthropic_messages/vercel-anthropic-compaction.1.json",
    figure: "compactions",
    counted: 0,
    imported: 1,
    why: "the answer has a compaction block, and the usage the pass that made it",
  },
  {
    file: "otlp_openinference/smol_deep_research_agent.otlp.json",
    figure: "toolCalls",
    counted: 0,
    imported: 2,
    why: "the answers call two tools; the count is of the spans of tools, of which there are none",
  },
];

/** Files whose one counted session is imported as several. Their figures are added up. */
export const CORPUS_SPLITS: readonly {
  readonly file: string;
  readonly sessions: number;
  readonly why: string;
}[] = [
  {
    file: "otlp_openinference/smol_deep_research_agent.otlp.json",
    sessions: 4,
    why: "the six calls have four windows that have nothing in common: the agent's, its reader's and two lone calls",
  },
  {
    file: "otel_sdk_spans/vercel-ai-sdk-v6-all-spans.json",
    sessions: 4,
    why: "the four calls are of four traces that nothing joins",
  },
  {
    file: "otlp_genai/vs-copilot-sample-4.otlp.jsonl",
    sessions: 2,
    why: "its spans name two conversations",
  },
];
