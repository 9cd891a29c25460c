import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { writeArguments } from "../../messages/openai";
import { readItemsOfParts, readShownResult } from "../../messages/parts";
import { ToolCalls } from "../../messages/tool-calls";
import { findId, nameIn } from "../../shared/bounds";
import { recordOf, recordsOf } from "../../shared/values";
import type { CallPart, Fact } from "../spans/facts";
import { partMessages, readToolItems } from "../spans/messages";
import type { Attributes, OtelRecord } from "../spans/record";
import { countAt, readTextAt, readValueAt } from "../spans/record";
import { readAppliedEdits } from "../raw/anthropic";
import { readBilledAttributes, makeInclusiveUsage } from "../spans/usage";
import type { Dialect } from "./dialect";

/**
 * The Vercel AI SDK up to version 6, and version 7 in its older form. Outer spans hold sums of the inner
 * ones.
 */
export const vercelAi: Dialect = {
  id: "vercel_ai",
  label: "Vercel AI SDK",
  checked: { on: "2026-11-22", against: "ai@6.0.326" },
  contentSwitch: "pass experimental_telemetry: { isEnabled: true, recordInputs: true, recordOutputs: true }",
  claims: ({ scope, attributes }) => scope === "ai" || "ai.operationId" in attributes,
  read(record): Fact[] {
    const operation = readTextAt(record.attributes, "ai.operationId") ?? record.name;
    if (/\.(doGenerate|doStream)$/.test(operation)) return [readCall(record)];
    return operation === "ai.toolCall" ? [readTool(record)] : [];
  },
};

function readCall(record: OtelRecord): CallPart {
  const { attributes } = record;
  const anthropic = recordOf(recordOf(readValueAt(attributes, "ai.response.providerMetadata")).anthropic);
  const edits = readAppliedEdits(recordOf(anthropic.contextManagement).appliedEdits);
  const responseId = readTextAt(attributes, "ai.response.id", "gen_ai.response.id");
  return {
    type: "call",
    record,
    joins: [`span:${record.spanId}`],
    model: nameIn(readTextAt(attributes, "ai.response.model", "ai.model.id")),
    provider: nameIn(readTextAt(attributes, "ai.model.provider")?.split(".")[0]),
    stopReason: nameIn(readTextAt(attributes, "ai.response.finishReason")),
    error: record.error ?? undefined,
    responseId: findId(responseId),
    usage: readAiSdkUsage(attributes),
    messages: partMessages(readValueAt(attributes, "ai.prompt.messages")),
    tools: readToolItems(readValueAt(attributes, "ai.prompt.tools")),
    answer: answerOf(attributes),
    appliedEdits: edits.length > 0 ? edits : undefined,
  };
}

function answerOf(attributes: Attributes): SeenItem[] | undefined {
  const parts = [
    { type: "reasoning", text: readTextAt(attributes, "ai.response.reasoning") },
    { type: "text", text: readTextAt(attributes, "ai.response.text", "ai.response.object") },
  ].filter((part) => part.text !== undefined);
  const calls = recordsOf(readValueAt(attributes, "ai.response.toolCalls")).map((call) => ({
    ...call,
    type: "tool-call",
  }));
  const items = readItemsOfParts("assistant", [...parts, ...calls], new ToolCalls());
  return items.length > 0 ? items : undefined;
}

function readAiSdkUsage(attributes: Attributes) {
  return makeInclusiveUsage({
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
    ...readBilledAttributes(
      attributes,
      "ai.usage.",
      countAt(attributes, "ai.usage.inputTokenDetails.cacheWriteTokens"),
    ),
    reasoning: countAt(attributes, "ai.usage.reasoningTokens", "ai.usage.outputTokenDetails.reasoningTokens"),
  });
}

function readTool(record: OtelRecord): Fact {
  const { attributes } = record;
  const result = attributes["ai.toolCall.result"];
  return {
    type: "tool",
    record,
    callId: findId(readTextAt(attributes, "ai.toolCall.id")),
    name: nameIn(readTextAt(attributes, "ai.toolCall.name")) ?? "tool",
    args: writeArguments(attributes["ai.toolCall.args"]),
    result: result === undefined ? undefined : readShownResult(result).text,
    isError: record.error !== null,
  };
}
