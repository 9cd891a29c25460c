import { aiSdkPruneMessagesCases } from "./ai-sdk-prune-messages";
import { aiderCases } from "./aider";
import { anthropicClearToolUsesCases } from "./anthropic-clear-tool-uses";
import { anthropicSdkClientCases } from "./anthropic-sdk-client-compaction";
import { clineMaxAllowedCases, clineTriggerCases, clineTruncationCases } from "./cline-classic";
import { clineSdkBasicCases } from "./cline-sdk-basic";
import { codexCases } from "./codex-compaction";
import type { CaseFamily } from "./family";
import { geminiCliCases } from "./gemini-cli";
import { googleAdkJsCases } from "./google-adk-js";
import { langchainJsClearToolUsesCases } from "./langchain-js-clear-tool-uses";
import { langchainSummarizationCases } from "./langchain-js-summarization";
import { langchainJsTrimMessagesCases } from "./langchain-js-trim-messages";
import { langchainPyClearToolUsesCases } from "./langchain-py-clear-tool-uses";
import { lettaCases } from "./letta";
import { openaiAgentsJsCases } from "./openai-agents-js";
import { toolOutputTrimmerCases } from "./openai-agents-py";
import { openclawPruningCases } from "./openclaw-pruning";
import { opencodeCases } from "./opencode";
import { openhandsSdkCases } from "./openhands-sdk";
import { openhandsV0Cases } from "./openhands-v0";
import { piCompactionCases } from "./pi-compaction";
import { rooContextManagementCases, rooSlidingWindowCases } from "./roo";
import { strandsCases } from "./strands-sliding-window";
import { closedWindowCases, lastNObservationsCases } from "./swe-agent";

export const CASE_FAMILIES: readonly CaseFamily[] = [
  piCompactionCases,
  strandsCases,
  codexCases,
  opencodeCases,
  openhandsSdkCases,
  openaiAgentsJsCases,
  googleAdkJsCases,
  langchainSummarizationCases,
  anthropicSdkClientCases,
  lastNObservationsCases,
  closedWindowCases,
  clineTruncationCases,
  clineMaxAllowedCases,
  clineTriggerCases,
  clineSdkBasicCases,
  rooSlidingWindowCases,
  rooContextManagementCases,
  ...openhandsV0Cases,
  toolOutputTrimmerCases,
  aiderCases,
  lettaCases,
  geminiCliCases,
  ...openclawPruningCases,
  anthropicClearToolUsesCases,
  langchainJsClearToolUsesCases,
  langchainPyClearToolUsesCases,
  langchainJsTrimMessagesCases,
  aiSdkPruneMessagesCases,
];
