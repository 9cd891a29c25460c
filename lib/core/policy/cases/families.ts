import type { CaseFamily } from "./family";
import { piCompactionCases } from "./pi-compaction";
import { strandsCases } from "./strands-sliding-window";
import { codexCases } from "./codex-compaction";
import { opencodeCases } from "./opencode";
import { openhandsSdkCases } from "./openhands-sdk";
import { openaiAgentsJsCases } from "./openai-agents-js";
import { googleAdkJsCases } from "./google-adk-js";
import { langchainSummarizationCases } from "./langchain-js-summarization";
import { anthropicSdkClientCases } from "./anthropic-sdk-client-compaction";
import { closedWindowCases, lastNObservationsCases } from "./swe-agent";
import { clineMaxAllowedCases, clineTriggerCases, clineTruncationCases } from "./cline-classic";
import { rooContextManagementCases, rooSlidingWindowCases } from "./roo";
import { openhandsV0Cases } from "./openhands-v0";
import { toolOutputTrimmerCases } from "./openai-agents-py";
import { aiderCases } from "./aider";
import { lettaCases } from "./letta";
import { geminiCliCases } from "./gemini-cli";

/** Every family of cases that can be run. */
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
  rooSlidingWindowCases,
  rooContextManagementCases,
  ...openhandsV0Cases,
  toolOutputTrimmerCases,
  aiderCases,
  lettaCases,
  geminiCliCases,
];
