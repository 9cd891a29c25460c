import type { ToolCalls } from "../messages/tool-calls";
import { classifyMedia } from "../messages/openai";
import type { CallStep } from "../sessions/define-format";
import { findId, nameIn, findTokens } from "../shared/bounds";
import type { KnownKeys } from "../shared/known-keys";
import { makeKnownKeys, nestKeys, leaving } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import { StatedSum } from "../shared/stated-sum";
import type { Loose } from "../shared/values";
import { keepDefined, recordOf, recordsOf, stringOf } from "../shared/values";

export const EVENT = leaving(makeKnownKeys("type data id timestamp agentId"), {
  "ids, times and marks": "parentId ephemeral",
});
/** The data of the events that are read: github/copilot-sdk, nodejs/src/generated/session-events.ts. */
export const DATA: Readonly<Record<string, KnownKeys>> = {
  "user.message": leaving(makeKnownKeys("content transformedContent source turnId"), {
    "what another key says": "attachments",
    "what the program keeps for itself":
      "agentMode delivery isAutopilotContinuation nativeDocumentPathFallbackPaths supportedNativeDocumentMimeTypes",
    "ids, times and marks": "interactionId parentAgentTaskId",
  }),
  "assistant.message": nestKeys(
    leaving(
      makeKnownKeys(
        "messageId content toolRequests model outputTokens reasoningText apiCallId requestId turnId parentToolCallId",
        "phase citations",
      ),
      {
        "opaque values for the provider": "reasoningOpaque encryptedContent",
        "ids, times and marks": "interactionId chunkCount chunkIndex clientRequestId serviceRequestId",
        "what the program keeps for itself": "reasoningWireField rte",
      },
    ),
    {
      toolRequests: leaving(makeKnownKeys("toolCallId name arguments type"), {
        "what the program keeps for itself": "intentionSummary mcpServerName mcpToolName",
        "what another key says": "toolTitle",
      }),
    },
  ),
  "tool.execution_complete": nestKeys(
    leaving(makeKnownKeys("toolCallId success result error model parentToolCallId turnId toolName"), {
      "ids, times and marks": "interactionId",
      "what the program keeps for itself": "isUserRequested mcpMeta rte sandboxed toolTelemetry",
      "what another key says": "toolDescription",
    }),
    {
      result: leaving(makeKnownKeys("content contents binaryResultsForLlm structuredContent"), {
        "what the program keeps for itself": "detailedContent citableSources mcpMeta uiResource",
      }),
      error: makeKnownKeys("message code"),
    },
  ),
  "system.message": leaving(makeKnownKeys("role content metadata name"), {
    "ids, times and marks": "interactionId",
  }),
  "system.notification": makeKnownKeys("content kind"),
  "session.compaction_complete": leaving(
    makeKnownKeys(
      "success summaryContent preCompactionTokens postCompactionTokens compactionTokensUsed trigger error",
      "messagesRemoved requestId statusCode",
    ),
    {
      "what the program keeps for itself": "checkpointNumber checkpointPath preCompactionMessagesLength",
      "prices and sums": "conversationTokens systemTokens tokenLimit tokensRemoved toolDefinitionsTokens",
      "ids, times and marks": "serviceRequestId",
    },
  ),
};

/** What was sent holds what was typed, with more around it. */
export function listCopilotUserItems(data: Loose): SeenItem[] {
  const typed = stringOf(data.content) ?? "";
  const sent = stringOf(data.transformedContent) ?? typed;
  if (/^skill-/.test(String(data.source)))
    return [{ kind: "attachment", label: nameIn(data.source), content: sent }];
  const place = typed === "" ? -1 : sent.indexOf(typed);
  const around = place < 0 ? [] : [sent.slice(0, place).trim(), sent.slice(place + typed.length).trim()];
  const [before, after] = around.map((content): SeenItem[] =>
    content === "" ? [] : [{ kind: "other", label: "around the message", content }],
  );
  const said: SeenItem = { kind: "user_message", content: place < 0 ? sent : typed };
  return sent === "" ? [] : [...(before ?? []), said, ...(after ?? [])];
}

export function readCopilotResult(data: Loose, calls: ToolCalls): SeenItem {
  const { content, binaryResultsForLlm: binary } = recordOf(data.result);
  const shown = data.success === false ? (recordOf(data.error).message ?? content) : (content ?? data.result);
  const media: Record<string, number> = {};
  for (const { type, mimeType } of recordsOf(binary)) {
    const kind = classifyMedia(String(mimeType ?? type)) ?? "file";
    media[kind] = (media[kind] ?? 0) + 1;
  }
  return {
    kind: "tool_result",
    content:
      typeof shown === "string" ? shown : shown === undefined || shown === null ? "" : JSON.stringify(shown),
    ...keepDefined({ toolName: nameIn(data.toolName) }),
    ...calls.describe(findId(data.toolCallId)),
    ...(data.success === false && { isError: true }),
    ...(Object.keys(media).length > 0 && { media }),
  };
}

/** Each time that the program ends it counts, by model, what its calls read and wrote since it began. */
export function listCopilotSums(session: string, counted: readonly Loose[]): StatedSum[] {
  const usages = counted.flatMap((usage) => readCopilotUsage(usage) ?? []);
  if (usages.length === 0) return [];
  const all = (figure: "input" | "output") => usages.reduce((sum, usage) => sum + (usage[figure] ?? 0), 0);
  return [
    new StatedSum(`the session ${session}`, { tokensSent: all("input"), tokensReceived: all("output") }),
  ];
}

export function readCopilotUsage(data: Loose): CallStep["usage"] {
  const usage = keepDefined({
    input: findTokens(data.inputTokens),
    output: findTokens(data.outputTokens),
    cacheRead: findTokens(data.cacheReadTokens),
    cacheWrite: findTokens(data.cacheWriteTokens),
    reasoning: findTokens(data.reasoningTokens),
  });
  return Object.keys(usage).length === 0 ? undefined : usage;
}
