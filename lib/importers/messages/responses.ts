import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { findId, nameIn } from "../shared/bounds";
import type { Loose } from "../shared/values";
import { idOf, recordOf, recordsOf, stringOf } from "../shared/values";
import {
  readAttachment,
  readCited,
  readUnknownPart,
  isEmptyPart,
  writeShownText,
  findTextOfDocument,
} from "./content-text";
import { writeArguments, classifyMedia } from "./openai";
import { readCallArguments } from "./tool-calls";
import type { ToolCalls } from "./tool-calls";

export function readItemsOfResponseItem(item: Loose, calls: ToolCalls): SeenItem[] {
  const type = String(item.type ?? "message");
  if (SPOKEN.has(type)) return readItemsOfMessage(item);
  if (type === "reasoning") return [readReasoning(item)];
  if (type.startsWith("compaction")) return [readSummary(item)];
  if (isCall(type)) return [readCall(item, type, calls), ...readHeldResult(item, calls)];
  if (type.endsWith("_output") || type.endsWith("_result")) return [readResult(item, calls)];
  return [];
}

const SPOKEN: ReadonlySet<string> = new Set(["message", "agent_message", "other_agent"]);

export function isAnswerItem({ type, role }: Loose): boolean {
  const name = String(type ?? "message");
  return name === "reasoning" || isCall(name) || (name === "message" && role === "assistant");
}

function isCall(type: string): boolean {
  return type.endsWith("_call") || type === "tool_use";
}

export function isKnownItem({ type }: Loose): boolean {
  return EMPTY_ITEMS.has(String(type ?? "message"));
}

const EMPTY_ITEMS: ReadonlySet<string> = new Set(["message", "agent_message", "ghost_snapshot"]);

function readItemsOfMessage({ role, content }: Loose): SeenItem[] {
  const kind = role === "assistant" ? "assistant_text" : isSystem(role) ? "system_rules" : "user_message";
  if (typeof content === "string") return content === "" ? [] : [{ kind, content }];
  return recordsOf(content).flatMap((part): SeenItem[] => {
    const text = stringOf(part.text) ?? stringOf(part.refusal) ?? findTextOfDocument(part);
    if (text !== undefined) return [{ kind, content: text }, ...readCited(part)];
    const media = classifyMedia(String(part.type));
    const isThere = part.image_url !== null || part.file_id !== undefined;
    if (media === "file") return [readAttachment(part)];
    if (media === null) return isEmptyPart(part) ? [] : [readUnknownPart(part)];
    return isThere ? [{ kind, content: "", media: { [media]: 1 } }] : [];
  });
}

function isSystem(role: unknown): boolean {
  return role === "system" || role === "developer";
}

/** Reasoning is sealed. Its readable part is a summary, which the model is not shown again. */
function readReasoning({ summary, content }: Loose): SeenItem {
  const text = [...recordsOf(content), ...recordsOf(summary)].map((part) => stringOf(part.text) ?? "");
  return { kind: "thinking", content: text.join("\n"), completeness: "metadata_only" };
}

function readSummary(item: Loose): SeenItem {
  const content = stringOf(item.summary) ?? writeShownText(item.content);
  const isSealed = content === "" && (stringOf(item.encrypted_content) ?? "") !== "";
  const sealed = isSealed ? { completeness: "metadata_only" as const } : {};
  return { kind: "compaction_summary", content, ...sealed };
}

/** The name of a tool with its server's name in front, as in `mcp__docs__search`. */
export function nameOfCall({ name, namespace }: Loose): string | undefined {
  const [tool, server] = [nameIn(name), nameIn(namespace)];
  if (tool === undefined || server === undefined || tool.startsWith(server)) return tool;
  return nameIn(/_$/.test(server) || tool.startsWith("_") ? `${server}${tool}` : `${server}__${tool}`);
}

function readCall(item: Loose, type: string, calls: ToolCalls): SeenItem {
  const toolName = nameOfCall(item) ?? nameIn(item.tool_name) ?? type.replace(/_call$/, "");
  const toolCallId = findId(idOf(item.call_id)) ?? findId(idOf(item.id));
  const content = writeArguments(item.arguments ?? item.input ?? item.action ?? item.queries ?? item.code);
  if (toolCallId !== undefined) calls.note(toolCallId, toolName, readCallArguments(content));
  return { kind: "tool_call", toolName, content, ...(toolCallId !== undefined && { toolCallId }) };
}

/** The provider ran the call itself, and its item contains the result. */
export function readHeldResult(item: Loose, calls: ToolCalls): SeenItem[] {
  const content = item.output ?? item.outputs ?? item.results ?? item.error;
  if (content === undefined || content === null) return [];
  const call = calls.describe(findId(idOf(item.call_id)) ?? findId(idOf(item.id)));
  const isFailed = item.error !== undefined && item.error !== null;
  return [
    { kind: "tool_result", content: writeShownText(content), ...call, ...(isFailed && { isError: true }) },
  ];
}

function readResult(item: Loose, calls: ToolCalls): SeenItem {
  const output = item.output ?? item.tools ?? item.result ?? item.content;
  const text =
    stringOf(recordOf(output).text) ?? stringOf(recordOf(output).content) ?? writeShownText(output);
  const failed = recordOf(output).success === false;
  return {
    kind: "tool_result",
    content: text,
    ...calls.describe(findId(idOf(item.call_id ?? item.tool_call_id ?? item.tool_use_id))),
    ...(failed && { isError: true }),
  };
}
