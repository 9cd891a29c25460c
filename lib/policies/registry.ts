import type { Policy } from "./contract/policy";
import { aiSdk6PruneMessages, aiSdk7PruneMessages } from "./ai-sdk-prune-messages";
import { aiderHistorySummary } from "./aider-history-summary";
import { anthropicClearThinking } from "./anthropic-clear-thinking";
import { anthropicClearToolUses } from "./anthropic-clear-tool-uses";
import { anthropicCompact } from "./anthropic-compact";
import { anthropicCompactionRequest } from "./anthropic-compaction-request";
import { anthropicContextManagement } from "./anthropic-context-management";
import { anthropicSdkClientCompaction } from "./anthropic-sdk-client-compaction";
import { claudeCodeCompaction } from "./claude-code-compaction";
import { clineClassicTruncation } from "./cline-classic-truncation";
import { clineSdkBasic } from "./cline-sdk-basic";
import { codexCompaction } from "./codex-compaction";
import { contextPolicy } from "./context-policy";
import { frontTruncation } from "./front-truncation";
import { geminiCliCompression } from "./gemini-cli";
import { googleAdkJs } from "./google-adk-js";
import { googleAdkPyContextFilter } from "./google-adk-py-context-filter";
import { googleAdkPyEventsCompaction } from "./google-adk-py-events-compaction";
import { keepLastN } from "./keep-last-n";
import { keepLastResults } from "./keep-last-tool-results";
import { langchainBufferWindow } from "./langchain-buffer-window";
import { langchainJsClearToolUses } from "./langchain-js-clear-tool-uses";
import { langchainJsSummarization } from "./langchain-js-summarization";
import { langchainJsTrimMessages } from "./langchain-js-trim-messages";
import { langchainPyClearToolUses } from "./langchain-py-clear-tool-uses";
import { lettaSlidingWindow } from "./letta-sliding-window";
import { none } from "./none";
import { proseSummary } from "./prose-summary";
import { structuredCheckpoint } from "./structured-checkpoint";
import { openaiAgentsJs } from "./openai-agents-js";
import { openaiAgentsPyToolOutputTrimmer } from "./openai-agents-py-tool-output-trimmer";
import { openclawCompaction } from "./openclaw-compaction";
import { openclawPruningV1, openclawPruningV2, openclawPruningV3 } from "./openclaw-pruning";
import { opencodePruneCompaction } from "./opencode-prune-compaction";
import { openhandsSdkLlmSummarizing } from "./openhands-sdk-llm-summarizing";
import { openhandsV0 } from "./openhands-v0";
import { piCompaction } from "./pi-compaction";
import { rooContextManagement } from "./roo-context-management";
import { rooSlidingWindow } from "./roo-sliding-window";
import { strandsSlidingWindow } from "./strands-sliding-window";
import { sweAgentClosedWindow } from "./swe-agent-closed-window";
import { sweAgentLastNObservations } from "./swe-agent-last-n-observations";

export const POLICIES: readonly Policy[] = [
  none,
  frontTruncation,
  keepLastN,
  keepLastResults,
  proseSummary,
  structuredCheckpoint,
  contextPolicy,
  anthropicSdkClientCompaction,
  anthropicClearToolUses,
  anthropicClearThinking,
  anthropicCompact,
  anthropicCompactionRequest,
  anthropicContextManagement,
  openclawCompaction,
  openclawPruningV1,
  openclawPruningV2,
  openclawPruningV3,
  langchainJsSummarization,
  langchainJsClearToolUses,
  langchainPyClearToolUses,
  langchainJsTrimMessages,
  langchainBufferWindow,
  aiSdk6PruneMessages,
  aiSdk7PruneMessages,
  openaiAgentsJs,
  openaiAgentsPyToolOutputTrimmer,
  googleAdkJs,
  googleAdkPyContextFilter,
  googleAdkPyEventsCompaction,
  openhandsSdkLlmSummarizing,
  ...Object.values(openhandsV0),
  sweAgentLastNObservations,
  sweAgentClosedWindow,
  lettaSlidingWindow,
  claudeCodeCompaction,
  piCompaction,
  opencodePruneCompaction,
  clineClassicTruncation,
  clineSdkBasic,
  rooContextManagement,
  rooSlidingWindow,
  codexCompaction,
  geminiCliCompression,
  aiderHistorySummary,
  strandsSlidingWindow,
];

/** Without a version, the newest, which is listed last. */
export function findPolicy(kind: string, version?: string): Policy | undefined {
  return POLICIES.findLast(
    (policy) => policy.kind === kind && (version ?? policy.version) === policy.version,
  );
}
