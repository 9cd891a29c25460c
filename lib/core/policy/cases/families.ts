import { aiSdkPruneMessagesCases } from "./ai-sdk-prune-messages";
import { anthropicClearToolUsesCases } from "./anthropic-clear-tool-uses";
import type { CaseFamily } from "./family";
import { langchainJsClearToolUsesCases } from "./langchain-js-clear-tool-uses";
import { langchainJsTrimMessagesCases } from "./langchain-js-trim-messages";
import { langchainPyClearToolUsesCases } from "./langchain-py-clear-tool-uses";
import { openclawPruningCases } from "./openclaw-pruning";

/** Every family of cases that can be run. */
export const CASE_FAMILIES: readonly CaseFamily[] = [
  ...openclawPruningCases,
  anthropicClearToolUsesCases,
  langchainJsClearToolUsesCases,
  langchainPyClearToolUsesCases,
  langchainJsTrimMessagesCases,
  aiSdkPruneMessagesCases,
];
