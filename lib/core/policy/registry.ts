import type { Policy } from "./policy";
import { aiSdk6PruneMessages, aiSdk7PruneMessages } from "./ai-sdk-prune-messages";
import { anthropicClearThinking } from "./anthropic-clear-thinking";
import { anthropicClearToolUses } from "./anthropic-clear-tool-uses";
import { anthropicCompact } from "./anthropic-compact";
import { anthropicContextManagement } from "./anthropic-context-management";
import { frontTruncation } from "./front-truncation";
import { keepLastN } from "./keep-last-n";
import { langchainBufferWindow } from "./langchain-buffer-window";
import { langchainJsClearToolUses } from "./langchain-js-clear-tool-uses";
import { langchainJsTrimMessages } from "./langchain-js-trim-messages";
import { langchainPyClearToolUses } from "./langchain-py-clear-tool-uses";
import { none } from "./none";
import { openclawPruningV1, openclawPruningV2, openclawPruningV3 } from "./openclaw-pruning";

/** Every policy that a session can be replayed under. */
export const POLICIES: readonly Policy[] = [
  none,
  frontTruncation,
  keepLastN,
  anthropicClearToolUses,
  anthropicClearThinking,
  anthropicCompact,
  anthropicContextManagement,
  openclawPruningV1,
  openclawPruningV2,
  openclawPruningV3,
  langchainJsClearToolUses,
  langchainPyClearToolUses,
  langchainJsTrimMessages,
  langchainBufferWindow,
  aiSdk6PruneMessages,
  aiSdk7PruneMessages,
];

/** The policy of a kind, in the version asked for or in the newest one, which is listed last; undefined where unknown. */
export function findPolicy(kind: string, version?: string): Policy | undefined {
  return POLICIES.findLast(
    (policy) => policy.kind === kind && (version ?? policy.version) === policy.version,
  );
}
