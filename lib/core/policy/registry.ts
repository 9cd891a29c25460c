import type { Policy } from "./policy";
import { frontTruncation } from "./front-truncation";
import { keepLastN } from "./keep-last-n";
import { none } from "./none";
import { piCompaction } from "./pi-compaction";
import { strandsSlidingWindow } from "./strands-sliding-window";
import { codexCompaction } from "./codex-compaction";
import { opencodePruneCompaction } from "./opencode-prune-compaction";
import { openhandsSdkLlmSummarizing } from "./openhands-sdk-llm-summarizing";
import { openaiAgentsJs } from "./openai-agents-js";
import { googleAdkJs } from "./google-adk-js";
import { langchainJsSummarization } from "./langchain-js-summarization";
import { anthropicSdkClientCompaction } from "./anthropic-sdk-client-compaction";
import { sweAgentClosedWindow } from "./swe-agent-closed-window";
import { sweAgentLastNObservations } from "./swe-agent-last-n-observations";
import { clineClassicTruncation } from "./cline-classic-truncation";
import { rooSlidingWindow } from "./roo-sliding-window";
import { rooContextManagement } from "./roo-context-management";
import { openhandsV0RecentEvents } from "./openhands-v0-recent-events";
import { openhandsV0ObservationMasking } from "./openhands-v0-observation-masking";
import { openhandsV0AmortizedForgetting } from "./openhands-v0-amortized-forgetting";
import { openhandsV0LlmSummarizing } from "./openhands-v0-llm-summarizing";
import { openhandsV0ConversationWindow } from "./openhands-v0-conversation-window";
import { openaiAgentsPyToolOutputTrimmer } from "./openai-agents-py-tool-output-trimmer";
import { aiderHistorySummary } from "./aider-history-summary";
import { lettaSlidingWindow } from "./letta-sliding-window";
import { geminiCli } from "./gemini-cli";
import { openclawCompaction } from "./openclaw-compaction";
import { claudeCodeCompaction } from "./claude-code-compaction";

/** Every policy that a session can be replayed under. */
export const POLICIES: readonly Policy[] = [
  none,
  frontTruncation,
  keepLastN,
  piCompaction,
  strandsSlidingWindow,
  codexCompaction,
  opencodePruneCompaction,
  openhandsSdkLlmSummarizing,
  openaiAgentsJs,
  googleAdkJs,
  langchainJsSummarization,
  anthropicSdkClientCompaction,
  sweAgentLastNObservations,
  sweAgentClosedWindow,
  clineClassicTruncation,
  rooSlidingWindow,
  rooContextManagement,
  openhandsV0RecentEvents,
  openhandsV0ObservationMasking,
  openhandsV0AmortizedForgetting,
  openhandsV0LlmSummarizing,
  openhandsV0ConversationWindow,
  openaiAgentsPyToolOutputTrimmer,
  aiderHistorySummary,
  lettaSlidingWindow,
  geminiCli,
  openclawCompaction,
  claudeCodeCompaction,
];

/** The policy of a kind, in the version asked for or in the newest one, which is listed last; undefined where unknown. */
export function findPolicy(kind: string, version?: string): Policy | undefined {
  return POLICIES.findLast(
    (policy) => policy.kind === kind && (version ?? policy.version) === policy.version,
  );
}
