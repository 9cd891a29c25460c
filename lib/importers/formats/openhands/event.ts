import { instantOf, recordOf, recordsOf, stringOf } from "../../shared/values";
import type { Loose } from "../../shared/values";
import type { EpochMs } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { idIn, nameIn } from "../../shared/bounds";
import { shownText } from "../../messages/shown";
import { argumentsText, itemsOfTools, contentText } from "../../messages/openai";
import { argumentsIn } from "../../messages/tool-calls";
import type { ToolCalls } from "../../messages/tool-calls";

export interface ConversationEvent {
  readonly id: string;
  readonly at: EpochMs | null;
  readonly kind: string;
  readonly response: string | undefined;
  readonly items: readonly SeenItem[];
  readonly raw: Loose;
}

export function eventOf(raw: Loose, calls: ToolCalls): ConversationEvent {
  const kind = stringOf(raw.kind) ?? "";
  const response = raw.source === "agent" ? idIn(raw.llm_response_id) : undefined;
  const isSaid = kind === "ActionEvent" || (kind === "MessageEvent" && response !== undefined);
  return {
    id: idIn(raw.id) ?? "",
    at: instantOf(raw.timestamp),
    kind,
    response: isSaid ? response : undefined,
    items: itemsOf(kind, raw, calls),
    raw,
  };
}

function itemsOf(kind: string, raw: Loose, calls: ToolCalls): SeenItem[] {
  if (kind.startsWith("SystemPrompt")) return promptOf(raw);
  if (kind === "MessageEvent") return messageOf(raw);
  if (kind === "ActionEvent") return actionOf(raw, calls);
  const shown = recordOf(raw.observation).content ?? raw.error ?? raw.rejection_reason;
  const isResult = /Observation|AgentError|UserReject/.test(kind);
  return isResult ? [resultOf(raw, shown, calls)] : [];
}

function promptOf(raw: Loose): SeenItem[] {
  // The part that changes from session to session is sent after the part that does not.
  const { text } = contentText([raw.system_prompt, raw.dynamic_context].filter(Boolean));
  return [
    ...(text === "" ? [] : [{ kind: "system_rules" as const, slot: "system", content: text }]),
    ...itemsOfTools(raw.tools),
  ];
}

function messageOf(raw: Loose): SeenItem[] {
  const message = recordOf(raw.llm_message);
  const kind = message.role === "assistant" ? "assistant_text" : "user_message";
  const { text, media } = contentText(message.content);
  const more = contentText(raw.extended_content ?? "").text;
  const shown = [text, more].filter((part) => part !== "").join("\n");
  if (shown === "" && media === null) return thinkingOf(raw);
  return [...thinkingOf(raw), { kind, content: shown, ...(media !== null && { media }) }];
}

function actionOf(raw: Loose, calls: ToolCalls): SeenItem[] {
  const call = recordOf(raw.tool_call);
  const toolName = nameIn(raw.tool_name) ?? nameIn(call.name) ?? "tool";
  const toolCallId = idIn(raw.tool_call_id) ?? idIn(call.id);
  const content = argumentsText(call.arguments ?? recordOf(call.function).arguments ?? raw.action);
  if (toolCallId !== undefined) calls.note(toolCallId, toolName, argumentsIn(content));
  const { text } = contentText(raw.thought ?? "");
  return [
    ...thinkingOf(raw),
    ...(text === "" ? [] : [{ kind: "assistant_text" as const, content: text }]),
    { kind: "tool_call", toolName, content, ...(toolCallId !== undefined && { toolCallId }) },
  ];
}

function thinkingOf(raw: Loose): SeenItem[] {
  const blocks = [...recordsOf(raw.thinking_blocks), ...recordsOf(recordOf(raw.llm_message).thinking_blocks)];
  const text = stringOf(raw.reasoning_content) ?? blocks.map((block) => shownText(block.thinking)).join("\n");
  return text === "" ? [] : [{ kind: "thinking", content: text }];
}

function resultOf(raw: Loose, shown: unknown, calls: ToolCalls): SeenItem {
  const isError = recordOf(raw.observation).is_error === true || stringOf(raw.error) !== undefined;
  const toolName = nameIn(raw.tool_name);
  return {
    kind: "tool_result",
    content: shownText(shown),
    ...(toolName !== undefined && { toolName }),
    ...calls.describe(idIn(raw.tool_call_id)),
    ...(isError && { isError }),
  };
}
