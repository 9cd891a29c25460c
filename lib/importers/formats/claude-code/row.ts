import type { EpochMs } from "@/lib/core/units";
import { idIn } from "../../shared/bounds";
import { ANTHROPIC_MESSAGE } from "../../messages/message-keys";
import { keysIn, within, leaving } from "../../shared/known-keys";
import type { Loose } from "../../shared/values";
import { instantOf, recordOf, stringOf } from "../../shared/values";

/** The harness uses this name instead of a model's. Its rows are no answers. */
export const NO_MODEL = "<synthetic>";

export interface Row {
  readonly type: string;
  readonly subtype: string | undefined;
  readonly uuid: string;
  readonly parentUuid: string | undefined;
  readonly sessionId: string | undefined;
  readonly agentId: string | undefined;
  readonly isSidechain: boolean;
  readonly at: EpochMs | null;
  readonly message: Loose;
  readonly raw: Loose;
}

export function claudeCodeRow(raw: Loose, number: number): Row {
  return {
    type: stringOf(raw.type) ?? "",
    subtype: stringOf(raw.subtype),
    uuid: idIn(raw.uuid) ?? `row-${number}`,
    parentUuid: idIn(raw.parentUuid),
    sessionId: idIn(raw.sessionId),
    agentId: idIn(raw.agentId),
    isSidechain: raw.isSidechain === true,
    at: instantOf(raw.timestamp),
    message: recordOf(raw.message),
    raw,
  };
}

const KEYS = leaving(
  leaving(
    keysIn(
      "type subtype uuid parentUuid sessionId agentId slug isSidechain timestamp message content summary",
      "customTitle aiTitle cwd version gitBranch requestId level mode isMeta isCompactSummary isApiErrorMessage",
      "error compactMetadata microcompactMetadata todos toolUseResult parentToolUseID attachment data operation",
      "snapshot prompt stopReason origin commands url forkedFrom",
    ),
    { "what another key says": "hookAdditionalContext" },
  ),
  {
    "ids, times and marks": [
      "logicalParentUuid leafUuid toolUseID sourceToolUseID sourceToolAssistantUUID durationMs messageCount",
      "promptId imagePasteIds messageId",
    ],
    "what the program keeps for itself": [
      "agentName teamName userType entrypoint isVisibleInTranscriptOnly isSnapshotUpdate cause retryAttempt retryInMs",
      "maxRetries permissionMode thinkingMetadata mcpMeta promptSource lastPrompt hasOutput hookCount hookErrors",
      "hookInfos preventedContinuation attributionAgent inferenceGeo research",
    ],
    "what another key says": "planContent",
  },
);
export const ROW_KEYS = within(KEYS, { message: ANTHROPIC_MESSAGE });

const MESSAGES = new Set(["user", "assistant", "attachment"]);
/** Rows that never enter a window, although some contain text. */
const BOOKKEEPING = new Set([
  "progress",
  "system",
  "file-history-snapshot",
  "queue-operation",
  "mode",
  "permission-mode",
  "last-prompt",
]);

export function isMessage({ type }: Row): boolean {
  return MESSAGES.has(type);
}

const TITLE_FIELDS: Readonly<Record<string, string>> = {
  "custom-title": "customTitle",
  "ai-title": "aiTitle",
  summary: "summary",
};

export function titleIn({ type, raw }: Row): string | undefined {
  const field = TITLE_FIELDS[type];
  return field === undefined ? undefined : stringOf(raw[field]);
}

export function isKnownRow({ type }: Row): boolean {
  return MESSAGES.has(type) || BOOKKEEPING.has(type) || type in TITLE_FIELDS;
}
