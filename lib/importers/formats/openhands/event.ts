import { recordOf, recordsOf, stringOf } from "../../shared/values";
import type { Loose } from "../../shared/values";
import type { EpochMs } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { findId, nameIn } from "../../shared/bounds";
import { writeShownText } from "../../messages/content-text";
import { writeArguments, readItemsOfTools, readContentText } from "../../messages/openai";
import { readCallArguments } from "../../messages/tool-calls";
import type { ToolCalls } from "../../messages/tool-calls";
import type { OpenhandsSdkEvent } from "./records";
import { OPENHANDS_SDK_EVENT } from "./records";

export interface ConversationEvent {
  readonly id: string;
  readonly at: EpochMs | null;
  readonly kind: string;
  readonly response: string | undefined;
  readonly items: readonly SeenItem[];
  readonly raw: OpenhandsSdkEvent;
}

export function readEvent(record: Loose, calls: ToolCalls): ConversationEvent {
  const raw = OPENHANDS_SDK_EVENT.of(record);
  const { kind = "" } = raw;
  const response = raw.source === "agent" ? raw.llm_response_id : undefined;
  const isSaid = kind === "ActionEvent" || (kind === "MessageEvent" && response !== undefined);
  return {
    id: raw.id ?? "",
    at: raw.timestamp,
    kind,
    response: isSaid ? response : undefined,
    items: readItems(kind, raw, calls),
    raw,
  };
}

function readItems(kind: string, raw: OpenhandsSdkEvent, calls: ToolCalls): SeenItem[] {
  if (kind.startsWith("SystemPrompt")) return readPrompt(raw);
  if (kind === "MessageEvent") return readMessage(raw);
  if (kind === "ActionEvent") return readAction(raw, calls);
  const shown = raw.observation.content ?? raw.error ?? raw.rejection_reason;
  const isResult = /Observation|AgentError|UserReject/.test(kind);
  return isResult ? [readResult(raw, shown, calls)] : [];
}

function readPrompt(raw: OpenhandsSdkEvent): SeenItem[] {
  // The part that changes from session to session is sent after the part that does not.
  const { text } = readContentText([raw.system_prompt, raw.dynamic_context].filter(Boolean));
  return [
    ...(text === "" ? [] : [{ kind: "system_rules" as const, slot: "system", content: text }]),
    ...readItemsOfTools(raw.tools),
  ];
}

function readMessage(raw: OpenhandsSdkEvent): SeenItem[] {
  const message = recordOf(raw.llm_message);
  const kind = message.role === "assistant" ? "assistant_text" : "user_message";
  const { text, media } = readContentText(message.content);
  const more = readContentText(raw.extended_content ?? "").text;
  const shown = [text, more].filter((part) => part !== "").join("\n");
  if (shown === "" && media === null) return readThinking(raw);
  return [...readThinking(raw), { kind, content: shown, ...(media !== null && { media }) }];
}

function readAction(raw: OpenhandsSdkEvent, calls: ToolCalls): SeenItem[] {
  const call = recordOf(raw.tool_call);
  const toolName = raw.tool_name ?? nameIn(call.name) ?? "tool";
  const toolCallId = raw.tool_call_id ?? findId(call.id);
  const content = writeArguments(call.arguments ?? recordOf(call.function).arguments ?? raw.action);
  if (toolCallId !== undefined) calls.note(toolCallId, toolName, readCallArguments(content));
  const { text } = readContentText(raw.thought ?? "");
  return [
    ...readThinking(raw),
    ...(text === "" ? [] : [{ kind: "assistant_text" as const, content: text }]),
    { kind: "tool_call", toolName, content, ...(toolCallId !== undefined && { toolCallId }) },
  ];
}

function readThinking(raw: OpenhandsSdkEvent): SeenItem[] {
  const blocks = [...recordsOf(raw.thinking_blocks), ...recordsOf(recordOf(raw.llm_message).thinking_blocks)];
  const text = raw.reasoning_content ?? blocks.map((block) => writeShownText(block.thinking)).join("\n");
  return text === "" ? [] : [{ kind: "thinking", content: text }];
}

function readResult(raw: OpenhandsSdkEvent, shown: unknown, calls: ToolCalls): SeenItem {
  const isError = raw.observation.is_error || stringOf(raw.error) !== undefined;
  const { tool_name: toolName, tool_call_id: call } = raw;
  return {
    kind: "tool_result",
    content: writeShownText(shown),
    ...(toolName !== undefined && { toolName }),
    ...calls.describe(call),
    ...(isError && { isError }),
  };
}
