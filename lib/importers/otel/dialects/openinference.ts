import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { itemsOfMessage } from "../../messages/openai";
import { ToolCalls } from "../../messages/tool-calls";
import { idIn, nameIn } from "../../shared/bounds";
import { recordOf } from "../../shared/values";
import type { CallPart, Fact, OtelMessage } from "../spans/facts";
import { partRole, toolItems } from "../spans/messages";
import { rawCall } from "../raw";
import type { Attributes, OtelRecord } from "../spans/record";
import { countAt, textAt, valueAt } from "../spans/record";
import { billedAttributes, fullerUsage, inclusiveUsage } from "../spans/usage";
import type { Dialect } from "./dialect";
import { langchainCall, langchainResult } from "./langchain-values";
import type { Tree } from "./numbered";
import { numberedEntries, treeAt } from "./numbered";

/**
 * OpenInference. It has a call twice, as numbered attributes and as the raw request and response. The raw
 * form is complete even if a client's limit cut the numbered one.
 */
export const openinference: Dialect = {
  id: "openinference",
  label: "OpenInference",
  contentSwitch: "unset OPENINFERENCE_HIDE_INPUTS and OPENINFERENCE_HIDE_OUTPUTS",
  claims: ({ scope, attributes }) =>
    scope.startsWith("@arizeai/openinference") ||
    scope.startsWith("openinference.") ||
    "openinference.span.kind" in attributes,
  read(record): Fact[] {
    const kind = textAt(record.attributes, "openinference.span.kind");
    if (kind === "LLM") return [callOf(record)];
    if (kind === "TOOL") return [toolOf(record)];
    const agent = textAt(record.attributes, "agent.name");
    return kind === "AGENT" && agent !== undefined ? [{ type: "session", record, agent }] : [];
  },
};

function callOf(record: OtelRecord): CallPart {
  const { attributes } = record;
  const raw = rawFields(attributes);
  return {
    type: "call",
    record,
    joins: [`span:${record.spanId}`],
    provider: nameIn(textAt(attributes, "llm.provider", "llm.system")),
    error: record.error ?? undefined,
    messages: numberedMessages(attributes, "llm.input_messages"),
    answer: numberedMessages(attributes, "llm.output_messages")?.flatMap((message) => message.items),
    tools: toolItems(numberedEntries(treeAt(attributes, "llm.tools")).map((tool) => jsonSchemaOf(tool))),
    ...raw,
    model: nameIn(textAt(attributes, "llm.model_name")) ?? raw.model,
    usage: fullerUsage(openInferenceUsage(attributes), raw.usage),
  };
}

function rawFields(attributes: Attributes): Partial<CallPart> {
  const request = valueAt(attributes, "input.value");
  if (
    !("messages" in recordOf(request)) &&
    !("input" in recordOf(request)) &&
    !("contents" in recordOf(request))
  )
    return {};
  const response = valueAt(attributes, "output.value");
  return langchainCall(request, response) ?? rawCall(request, response) ?? {};
}

function jsonSchemaOf(tool: Tree): unknown {
  return recordOf(tool.tool).json_schema ?? tool;
}

/**
 * A call is in the messages twice, below `tool_calls` and below `contents`. The contents have the order, so
 * they take precedence.
 */
function numberedMessages(attributes: Attributes, prefix: string): OtelMessage[] | undefined {
  const entries = numberedEntries(treeAt(attributes, prefix));
  if (entries.length === 0) return undefined;
  const calls = new ToolCalls();
  return entries.map((entry) => {
    const message = recordOf(entry.message);
    const items = itemsOf(message, calls);
    const isResult = items.length > 0 && items.every((item) => item.kind === "tool_result");
    return { role: isResult ? "tool" : partRole(message.role), items };
  });
}

function itemsOf(message: Tree, calls: ToolCalls): SeenItem[] {
  const callId = textAt(message, "tool_call_id");
  const contents = numberedEntries(message.contents).map((part) => recordOf(part.message_content));
  const texts = contents.filter((part) => part.type !== "reasoning" && typeof part.text === "string");
  const thinking = contents.filter((part) => part.type === "reasoning").map((part) => part.text);
  const asked = numberedEntries(message.tool_calls).map((call) => {
    const { id, function: fn } = recordOf(call.tool_call);
    return { id, function: fn };
  });
  return itemsOfMessage(
    {
      role: callId === undefined ? message.role : "tool",
      content: textAt(message, "content") ?? texts.map((part) => ({ type: "text", text: part.text })),
      tool_calls: asked,
      tool_call_id: callId,
      reasoning: thinking.length > 0 ? thinking.join("\n") : undefined,
    },
    calls,
  );
}

function openInferenceUsage(attributes: Attributes) {
  return inclusiveUsage({
    input: countAt(attributes, "llm.token_count.prompt"),
    output: countAt(attributes, "llm.token_count.completion"),
    cacheRead: countAt(attributes, "llm.token_count.prompt_details.cache_read"),
    ...billedAttributes(
      attributes,
      "llm.token_count.",
      countAt(attributes, "llm.token_count.prompt_details.cache_write"),
    ),
    reasoning: countAt(attributes, "llm.token_count.completion_details.reasoning"),
  });
}

function toolOf(record: OtelRecord): Fact {
  const { attributes } = record;
  return {
    type: "tool",
    record,
    callId: idIn(textAt(attributes, "tool.id", "tool_call.id")),
    name: nameIn(textAt(attributes, "tool.name")) ?? nameIn(record.name) ?? "tool",
    args: textAt(attributes, "input.value", "tool.parameters"),
    result: textAt(attributes, "output.value"),
    isError: record.error !== null,
    ...langchainResult(valueAt(attributes, "output.value")),
  };
}
