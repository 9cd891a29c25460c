import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { writeArguments, readContentText } from "../../messages/openai";
import { RESPONSE_ITEM } from "../../messages/openai-records";
import { readShownResult } from "../../messages/parts";
import { readHeldResult, nameOfCall } from "../../messages/responses";
import { readCited, readUnknownPart } from "../../messages/content-text";
import type { ToolCalls } from "../../messages/tool-calls";
import { readCallArguments } from "../../messages/tool-calls";
import { findId, nameIn } from "../../shared/bounds";
import { listUnknownKeys } from "../../shared/known-keys";
import type { Loose } from "../../shared/values";
import { countOf, keepDefined, recordOf, recordsOf, stringOf } from "../../shared/values";
import type { OtelMessage } from "../spans/facts";
import { readPartRole, makeListReader, readToolItems } from "../spans/messages";
import { makeInclusiveUsage } from "../spans/usage";
import { describeFailure } from "./failure";
import type { RawFields } from "./fields";
import { findCost, findTier, readWrites } from "../../shared/billed";

export function readResponsesCall(request: Loose, response: Loose): RawFields {
  const instructions = stringOf(request.instructions);
  const previousId = findId(request.previous_response_id);
  const conversation = findId(request.conversation) ?? findId(recordOf(request.conversation).id);
  const usage = recordOf(response.usage);
  const input = recordOf(usage.input_tokens_details);
  return keepDefined({
    provider: "openai",
    model: nameIn(response.model) ?? nameIn(request.model),
    system: instructions === undefined ? undefined : [{ kind: "system_rules", content: instructions }],
    tools: readToolItems(request.tools),
    messages: readInputMessages(request.input),
    previousId,
    isDelta: previousId !== undefined || conversation !== undefined || undefined,
    answer: Array.isArray(response.output)
      ? readInputMessages(response.output)?.flatMap((message) => message.items)
      : undefined,
    unread: [...listItems(request.input), ...listItems(response.output)].flatMap((item) => [
      ...listUnknownKeys(item, RESPONSE_ITEM),
    ]),
    responseId: findId(response.id),
    stopReason: nameIn(recordOf(response.incomplete_details).reason) ?? nameIn(response.status),
    usage: makeInclusiveUsage({
      input: countOf(usage.input_tokens),
      output: countOf(usage.output_tokens),
      cacheRead: countOf(input.cached_tokens),
      ...readWrites(usage, countOf(input.cache_write_tokens)),
      tier: findTier(response),
      statedCost: findCost(usage.cost),
      reasoning: countOf(recordOf(usage.output_tokens_details).reasoning_tokens),
    }),
    error: describeFailure(response.error),
  });
}

function listItems(list: unknown): Loose[] {
  return Array.isArray(list) ? recordsOf(list) : [];
}

/** Neighbouring items of one role are one message. */
const messagesOf = makeListReader((item, { messages, calls }) => {
  const message = readMessage(item, calls);
  const last = messages.at(-1);
  if (last?.role === "assistant" && message.role === "assistant")
    messages[messages.length - 1] = { role: "assistant", items: [...last.items, ...message.items] };
  else if (message.items.length > 0) messages.push(message);
});

function readInputMessages(input: unknown): OtelMessage[] | undefined {
  if (typeof input === "string") return [{ role: "user", items: [{ kind: "user_message", content: input }] }];
  if (!Array.isArray(input)) return undefined;
  return messagesOf(input as unknown[]);
}

function readMessage(item: Loose, calls: ToolCalls): OtelMessage {
  const type = stringOf(item.type) ?? "message";
  if (type === "message") return readSpokenMessage(item);
  if (type === "reasoning") return { role: "assistant", items: [readThought(item)] };
  if (type.includes("compaction")) return { role: "user", items: [readSummary(item)] };
  if (type.endsWith("_output")) return { role: "tool", items: [readResult(item, calls)] };
  if (type.endsWith("_call"))
    return { role: "assistant", items: [readCall(type, item, calls), ...readHeldResult(item, calls)] };
  return { role: "user", items: type === "item_reference" ? [] : [readUnknownPart(item)] };
}

function readSpokenMessage(item: Loose): OtelMessage {
  const role = readPartRole(item.role);
  const { text, media } = readContentText(item.content);
  const kind = role === "system" ? "system_rules" : role === "assistant" ? "assistant_text" : "user_message";
  if (text === "" && media === null) return { role, items: [] };
  const cited = recordsOf(item.content).flatMap(readCited);
  return { role, items: [{ kind, content: text, ...(media !== null && { media }) }, ...cited] };
}

function readThought(item: Loose): SeenItem {
  const texts = [...recordsOf(item.summary), ...recordsOf(item.content)].flatMap(
    (part) => stringOf(part.text) ?? [],
  );
  return texts.length === 0
    ? { kind: "thinking", content: "", completeness: "metadata_only" }
    : { kind: "thinking", content: texts.join("\n") };
}

function readSummary(item: Loose): SeenItem {
  const content = stringOf(item.content) ?? stringOf(item.summary);
  return content === undefined
    ? { kind: "compaction_summary", content: "", completeness: "metadata_only" }
    : { kind: "compaction_summary", content };
}

function readCall(type: string, item: Loose, calls: ToolCalls): SeenItem {
  const toolName = nameOfCall(item) ?? type.replace(/_call$/, "");
  const toolCallId = findId(item.call_id) ?? findId(item.id);
  const content = writeArguments(item.arguments ?? item.input ?? item.action ?? item.queries ?? item.code);
  if (toolCallId !== undefined) calls.note(toolCallId, toolName, readCallArguments(content));
  return { kind: "tool_call", toolName, content, ...(toolCallId !== undefined && { toolCallId }) };
}

function readResult(item: Loose, calls: ToolCalls): SeenItem {
  const { text, media } = readShownResult(item.output);
  return {
    kind: "tool_result",
    content: text,
    ...calls.describe(findId(item.call_id)),
    ...(media > 0 && { media: { image: media } }),
  };
}
