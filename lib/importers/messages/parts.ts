import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { writeCanonicalJson } from "@/lib/core/hash";
import { findId, nameIn } from "../shared/bounds";
import type { Loose } from "../shared/values";
import { recordOf, recordsOf, stringOf } from "../shared/values";
import { writeArguments, classifyMedia } from "./openai";
import { readAttachment, readCited, readUnknownPart, isEmptyPart } from "./content-text";
import type { ToolCalls } from "./tool-calls";
import { readCallArguments } from "./tool-calls";

export type PartRole = "system" | "user" | "assistant" | "tool";

/**
 * Reads every spelling of telemetry: the semantic conventions (`tool_call`, `tool_call_response`), Vercel's
 * (`tool-call`, `tool-result`), Bedrock's (`toolUse`, `toolResult`) and Google's (`functionCall`,
 * `functionResponse`, in Python also with an underscore).
 */
export function readItemsOfParts(role: PartRole, content: unknown, calls: ToolCalls): SeenItem[] {
  if (typeof content === "string") return content === "" ? [] : [readSpoken(role, content)];
  if (role === "assistant") calls.beginAnswer();
  return recordsOf(content).flatMap((part) => readItemsOfPart(role, part, calls));
}

function readItemsOfPart(role: PartRole, part: Loose, calls: ToolCalls): SeenItem[] {
  const bedrock = part.toolUse ?? part.functionCall ?? part.function_call;
  if (bedrock !== undefined) return [readCall(recordOf(bedrock), calls)];
  const answered = part.toolResult ?? part.functionResponse ?? part.function_response;
  if (answered !== undefined) return [readResult(recordOf(answered), calls)];
  const type = typeof part.type === "string" ? part.type : "";
  if (CALLS.has(type)) return [readCall(part, calls)];
  if (RESULTS.has(type)) return [readResult(part, calls)];
  if (type === "compaction") return [readSummary(part)];
  const thought = findThought(type, part);
  if (thought !== undefined) return [thought];
  const text = stringOf(part.text) ?? stringOf(part.content) ?? stringOf(part.refusal);
  if (text !== undefined && (type === "" || /text|refusal/.test(type)))
    return [readSpoken(role, text), ...readCited(part)];
  const media =
    classifyMedia(stringOf(part.modality) ?? type) ?? classifyMedia(stringOf(part.mediaType) ?? "");
  if (media === "file") return [readAttachment(part)];
  if (media !== null) return [{ ...readSpoken(role, ""), media: { [media]: 1 } }];
  return isEmptyPart(part) ? [] : [readUnknownPart(part)];
}

const CALLS: ReadonlySet<string> = new Set([
  "tool_call",
  "tool-call",
  "toolUse",
  "tool_use",
  "server_tool_call",
  "server_tool_use",
  "function_call",
]);
const RESULTS: ReadonlySet<string> = new Set([
  "tool_call_response",
  "tool-result",
  "tool_result",
  "server_tool_call_response",
  "function_call_output",
]);

function findThought(type: string, part: Loose): SeenItem | undefined {
  const nested = recordOf(recordOf(part.reasoningContent).reasoningText);
  if (part.reasoningContent !== undefined) return { kind: "thinking", content: stringOf(nested.text) ?? "" };
  if (type === "redacted_thinking") return { kind: "thinking", content: "", completeness: "metadata_only" };
  if (type !== "reasoning" && type !== "thinking" && part.thought !== true) return undefined;
  const content = stringOf(part.content) ?? stringOf(part.text) ?? stringOf(part.thinking) ?? "";
  return { kind: "thinking", content };
}

/** An encrypted summary has no text to count. */
function readSummary(part: Loose): SeenItem {
  const content = stringOf(part.content) ?? stringOf(part.text);
  return content === undefined
    ? { kind: "compaction_summary", content: "", completeness: "metadata_only" }
    : { kind: "compaction_summary", content };
}

function readCall(part: Loose, calls: ToolCalls): SeenItem {
  const toolName = nameIn(part.name) ?? nameIn(part.toolName) ?? "tool";
  const toolCallId = findCallId(part);
  const content = writeArguments(
    readValue(part.arguments ?? part.input ?? part.args ?? part.server_tool_call),
  );
  if (toolCallId !== undefined) calls.note(toolCallId, toolName, readCallArguments(content));
  return { kind: "tool_call", toolName, content, ...(toolCallId !== undefined && { toolCallId }) };
}

/**
 * Arguments are a value on one side of a call and its JSON text on the other. Both must give the same text.
 */
function readValue(args: unknown): unknown {
  const parsed = typeof args === "string" ? readCallArguments(args) : {};
  return Object.keys(parsed).length > 0 ? parsed : args;
}

function readResult(part: Loose, calls: ToolCalls): SeenItem {
  const output =
    part.response ?? part.result ?? part.output ?? part.content ?? part.server_tool_call_response;
  const outputType = stringOf(recordOf(output).type) ?? "";
  const isError = part.isError === true || part.status === "error" || outputType.startsWith("error");
  const { text, media } = readShownResult(output);
  const toolName = nameIn(part.name);
  return {
    kind: "tool_result",
    content: text,
    ...(toolName !== undefined && { toolName }),
    ...calls.describe(findCallId(part)),
    ...(media > 0 && { media: { image: media } }),
    ...(isError && { isError: true }),
  };
}

function findCallId(part: Loose): string | undefined {
  return (
    findId(part.id) ??
    findId(part.toolCallId) ??
    findId(part.toolUseId) ??
    findId(part.tool_use_id) ??
    findId(part.call_id)
  );
}

export function readShownResult(output: unknown): { text: string; media: number } {
  if (typeof output === "string") return { text: output, media: 0 };
  if (Array.isArray(output)) {
    const parts = recordsOf(output);
    const texts = parts.map(
      (part) => stringOf(part.text) ?? (part.json === undefined ? undefined : writeCanonicalJson(part.json)),
    );
    const media = parts.filter(
      (part) => classifyMedia(Object.keys(part).join(" ") + String(part.type)) !== null,
    ).length;
    const shown = texts.filter((text) => text !== undefined);
    if (parts.length === output.length && shown.length + media >= parts.length)
      return { text: shown.join("\n"), media };
  }
  const { type, value } = recordOf(output);
  if (typeof type === "string" && value !== undefined) return readShownResult(value);
  return { text: output === undefined || output === null ? "" : writeCanonicalJson(output), media: 0 };
}

function readSpoken(role: PartRole, content: string): SeenItem {
  if (role === "system") return { kind: "system_rules", content };
  if (role === "tool") return { kind: "tool_result", content };
  return { kind: role === "assistant" ? "assistant_text" : "user_message", content };
}
