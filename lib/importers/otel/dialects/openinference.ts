import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { readItemsOfMessage } from "../../messages/openai";
import { ToolCalls } from "../../messages/tool-calls";
import { findId, nameIn } from "../../shared/bounds";
import { recordOf } from "../../shared/values";
import type { CallPart, Fact, OtelMessage } from "../spans/facts";
import { readPartRole, readToolItems } from "../spans/messages";
import { readRawCall } from "../raw";
import type { Attributes, OtelRecord } from "../spans/record";
import { countAt, readTextAt, readValueAt } from "../spans/record";
import { readBilledAttributes, chooseFullerUsage, makeInclusiveUsage } from "../spans/usage";
import type { Dialect } from "./dialect";
import { readLangchainCall, readLangchainResult } from "./langchain-values";
import type { Tree } from "./numbered";
import { listNumberedEntries, buildTree } from "./numbered";

/**
 * OpenInference. It has a call twice, as numbered attributes and as the raw request and response. The raw
 * form is complete even if a client's limit cut the numbered one.
 */
export const openinference: Dialect = {
  id: "openinference",
  label: "OpenInference",
  checked: { on: "2026-11-22", against: "@arizeai/openinference-instrumentation-openai@4.2.7" },
  contentSwitch: "unset OPENINFERENCE_HIDE_INPUTS and OPENINFERENCE_HIDE_OUTPUTS",
  claims: ({ scope, attributes }) =>
    scope.startsWith("@arizeai/openinference") ||
    scope.startsWith("openinference.") ||
    "openinference.span.kind" in attributes,
  read(record): Fact[] {
    const kind = readTextAt(record.attributes, "openinference.span.kind");
    if (kind === "LLM") return [readCall(record)];
    if (kind === "TOOL") return [readTool(record)];
    const agent = readTextAt(record.attributes, "agent.name");
    return kind === "AGENT" && agent !== undefined ? [{ type: "session", record, agent }] : [];
  },
};

function readCall(record: OtelRecord): CallPart {
  const { attributes } = record;
  const raw = readRawFields(attributes);
  return {
    type: "call",
    record,
    joins: [`span:${record.spanId}`],
    provider: nameIn(readTextAt(attributes, "llm.provider", "llm.system")),
    error: record.error ?? undefined,
    messages: mergeNumberedMessages(attributes, "llm.input_messages"),
    answer: mergeNumberedMessages(attributes, "llm.output_messages")?.flatMap((message) => message.items),
    tools: readToolItems(
      listNumberedEntries(buildTree(attributes, "llm.tools")).map((tool) => readJsonSchema(tool)),
    ),
    ...raw,
    model: nameIn(readTextAt(attributes, "llm.model_name")) ?? raw.model,
    usage: chooseFullerUsage(openInferenceUsage(attributes), raw.usage),
  };
}

function readRawFields(attributes: Attributes): Partial<CallPart> {
  const request = readValueAt(attributes, "input.value");
  if (
    !("messages" in recordOf(request)) &&
    !("input" in recordOf(request)) &&
    !("contents" in recordOf(request))
  )
    return {};
  const response = readValueAt(attributes, "output.value");
  return readLangchainCall(request, response) ?? readRawCall(request, response) ?? {};
}

function readJsonSchema(tool: Tree): unknown {
  return recordOf(tool.tool).json_schema ?? tool;
}

/**
 * A call is in the messages twice, below `tool_calls` and below `contents`. The contents have the order, so
 * they take precedence.
 */
function mergeNumberedMessages(attributes: Attributes, prefix: string): OtelMessage[] | undefined {
  const entries = listNumberedEntries(buildTree(attributes, prefix));
  if (entries.length === 0) return undefined;
  const calls = new ToolCalls();
  return entries.map((entry) => {
    const message = recordOf(entry.message);
    const items = readItems(message, calls);
    const isResult = items.length > 0 && items.every((item) => item.kind === "tool_result");
    return { role: isResult ? "tool" : readPartRole(message.role), items };
  });
}

function readItems(message: Tree, calls: ToolCalls): SeenItem[] {
  const callId = readTextAt(message, "tool_call_id");
  const contents = listNumberedEntries(message.contents).map((part) => recordOf(part.message_content));
  const texts = contents.filter((part) => part.type !== "reasoning" && typeof part.text === "string");
  const thinking = contents.filter((part) => part.type === "reasoning").map((part) => part.text);
  const toolCalls = listNumberedEntries(message.tool_calls).map((call) => {
    const { id, function: fn } = recordOf(call.tool_call);
    return { id, function: fn };
  });
  return readItemsOfMessage(
    {
      role: callId === undefined ? message.role : "tool",
      content: readTextAt(message, "content") ?? texts.map((part) => ({ type: "text", text: part.text })),
      tool_calls: toolCalls,
      tool_call_id: callId,
      reasoning: thinking.length > 0 ? thinking.join("\n") : undefined,
    },
    calls,
  );
}

function openInferenceUsage(attributes: Attributes) {
  return makeInclusiveUsage({
    input: countAt(attributes, "llm.token_count.prompt"),
    output: countAt(attributes, "llm.token_count.completion"),
    cacheRead: countAt(attributes, "llm.token_count.prompt_details.cache_read"),
    ...readBilledAttributes(
      attributes,
      "llm.token_count.",
      countAt(attributes, "llm.token_count.prompt_details.cache_write"),
    ),
    reasoning: countAt(attributes, "llm.token_count.completion_details.reasoning"),
  });
}

function readTool(record: OtelRecord): Fact {
  const { attributes } = record;
  return {
    type: "tool",
    record,
    callId: findId(readTextAt(attributes, "tool.id", "tool_call.id")),
    name: nameIn(readTextAt(attributes, "tool.name")) ?? nameIn(record.name) ?? "tool",
    args: readTextAt(attributes, "input.value", "tool.parameters"),
    result: readTextAt(attributes, "output.value"),
    isError: record.error !== null,
    ...readLangchainResult(readValueAt(attributes, "output.value")),
  };
}
