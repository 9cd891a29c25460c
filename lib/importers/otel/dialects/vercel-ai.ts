import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { argumentsText } from "../../messages/openai";
import { itemsOfParts, shownResult } from "../../messages/parts";
import { ToolCalls } from "../../messages/tool-calls";
import { idIn, nameIn } from "../../shared/bounds";
import { recordOf, recordsOf } from "../../shared/values";
import type { CallPart, Fact } from "../spans/facts";
import { partMessages, toolItems } from "../spans/messages";
import type { Attributes, OtelRecord } from "../spans/record";
import { countAt, textAt, valueAt } from "../spans/record";
import { appliedEdits } from "../raw/anthropic";
import { billedAttributes, inclusiveUsage } from "../spans/usage";
import type { Dialect } from "./dialect";

/**
 * The Vercel AI SDK up to version 6, and version 7 in its older form. Outer spans hold sums of the inner
 * ones.
 */
export const vercelAi: Dialect = {
  id: "vercel_ai",
  label: "Vercel AI SDK",
  contentSwitch: "pass experimental_telemetry: { isEnabled: true, recordInputs: true, recordOutputs: true }",
  claims: ({ scope, attributes }) => scope === "ai" || "ai.operationId" in attributes,
  read(record): Fact[] {
    const operation = textAt(record.attributes, "ai.operationId") ?? record.name;
    if (/\.(doGenerate|doStream)$/.test(operation)) return [callOf(record)];
    return operation === "ai.toolCall" ? [toolOf(record)] : [];
  },
};

function callOf(record: OtelRecord): CallPart {
  const { attributes } = record;
  const anthropic = recordOf(recordOf(valueAt(attributes, "ai.response.providerMetadata")).anthropic);
  const edits = appliedEdits(recordOf(anthropic.contextManagement).appliedEdits);
  const responseId = textAt(attributes, "ai.response.id", "gen_ai.response.id");
  return {
    type: "call",
    record,
    joins: [`span:${record.spanId}`],
    model: nameIn(textAt(attributes, "ai.response.model", "ai.model.id")),
    provider: nameIn(textAt(attributes, "ai.model.provider")?.split(".")[0]),
    stopReason: nameIn(textAt(attributes, "ai.response.finishReason")),
    error: record.error ?? undefined,
    responseId: idIn(responseId),
    usage: aiSdkUsage(attributes),
    messages: partMessages(valueAt(attributes, "ai.prompt.messages")),
    tools: toolItems(valueAt(attributes, "ai.prompt.tools")),
    answer: answerOf(attributes),
    appliedEdits: edits.length > 0 ? edits : undefined,
  };
}

function answerOf(attributes: Attributes): SeenItem[] | undefined {
  const parts = [
    { type: "reasoning", text: textAt(attributes, "ai.response.reasoning") },
    { type: "text", text: textAt(attributes, "ai.response.text", "ai.response.object") },
  ].filter((part) => part.text !== undefined);
  const calls = recordsOf(valueAt(attributes, "ai.response.toolCalls")).map((call) => ({
    ...call,
    type: "tool-call",
  }));
  const items = itemsOfParts("assistant", [...parts, ...calls], new ToolCalls());
  return items.length > 0 ? items : undefined;
}

function aiSdkUsage(attributes: Attributes) {
  return inclusiveUsage({
    input: countAt(attributes, "ai.usage.inputTokens", "ai.usage.promptTokens", "gen_ai.usage.input_tokens"),
    output: countAt(
      attributes,
      "ai.usage.outputTokens",
      "ai.usage.completionTokens",
      "gen_ai.usage.output_tokens",
    ),
    cacheRead: countAt(
      attributes,
      "ai.usage.inputTokenDetails.cacheReadTokens",
      "ai.usage.cachedInputTokens",
    ),
    ...billedAttributes(
      attributes,
      "ai.usage.",
      countAt(attributes, "ai.usage.inputTokenDetails.cacheWriteTokens"),
    ),
    reasoning: countAt(attributes, "ai.usage.reasoningTokens", "ai.usage.outputTokenDetails.reasoningTokens"),
  });
}

function toolOf(record: OtelRecord): Fact {
  const { attributes } = record;
  const result = attributes["ai.toolCall.result"];
  return {
    type: "tool",
    record,
    callId: idIn(textAt(attributes, "ai.toolCall.id")),
    name: nameIn(textAt(attributes, "ai.toolCall.name")) ?? "tool",
    args: argumentsText(attributes["ai.toolCall.args"]),
    result: result === undefined ? undefined : shownResult(result).text,
    isError: record.error !== null,
  };
}
