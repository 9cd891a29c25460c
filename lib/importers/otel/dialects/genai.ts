import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { argumentsText } from "../../messages/openai";
import { shownResult } from "../../messages/parts";
import { idIn, nameIn } from "../../shared/bounds";
import { recordsOf, stringOf } from "../../shared/values";
import type { CallPart, CallUsage, Fact, OtelMessage, ToolRun } from "../spans/facts";
import { chatMessages, partMessages, systemItems, toolItems } from "../spans/messages";
import type { Attributes, OtelRecord } from "../spans/record";
import { countAt, eventNameOf, textAt, valueAt } from "../spans/record";
import { billedAttributes, inclusiveUsage } from "../spans/usage";
import type { Dialect } from "./dialect";
import { numberedMessages, numberedTools } from "./numbered";
import { isMessageEvent, messageEvents } from "./message-events";

const INFERENCE: ReadonlySet<string> = new Set(["chat", "generate_content", "text_completion", "completion"]);
export const DETAILS_EVENT = "gen_ai.client.inference.operation.details";

/** OpenTelemetry's semantic conventions for generative AI, the newest names and the older ones. */
export const genai: Dialect = {
  id: "genai",
  label: "OpenTelemetry GenAI conventions",
  contentSwitch:
    "set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true (or SPAN_ONLY / EVENT_ONLY with OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental)",
  claims: (record) =>
    eventNameOf(record).startsWith("gen_ai.") || Object.keys(record.attributes).some(isGenAi),
  read: readGenai,
};

function isGenAi(key: string): boolean {
  return key.startsWith("gen_ai.") || key.startsWith("llm.");
}

export function readGenai(record: OtelRecord): Fact[] {
  const { attributes } = record;
  if (record.signal === "log" && isMessageEvent(eventNameOf(record))) return [{ type: "message", record }];
  const operation = operationOf(record);
  if (operation === "execute_tool") return [genaiTool(record)];
  if (INFERENCE.has(operation)) return [genaiCall(record)];
  if (operation.endsWith("_memory")) {
    return recordsOf(valueAt(attributes, "gen_ai.memory.records")).flatMap((memory) => {
      const text = stringOf(memory.content);
      return text === undefined ? [] : [{ type: "session" as const, record, memory: text }];
    });
  }
  const agent = textAt(attributes, "gen_ai.agent.name");
  return operation === "invoke_agent" && agent !== undefined ? [{ type: "session", record, agent }] : [];
}

function operationOf(record: OtelRecord): string {
  const stated = textAt(record.attributes, "gen_ai.operation.name", "llm.request.type");
  if (stated !== undefined) return stated;
  return record.signal === "log" && eventNameOf(record) === DETAILS_EVENT ? "chat" : "";
}

export function genaiCall(record: OtelRecord): CallPart {
  const { attributes, spanId } = record;
  const responseId = textAt(attributes, "gen_ai.response.id");
  return {
    type: "call",
    record,
    joins: [...(spanId === "" ? [] : [`span:${spanId}`]), ...(responseId ? [`response:${responseId}`] : [])],
    model: nameIn(textAt(attributes, "gen_ai.response.model", "gen_ai.request.model")),
    provider: nameIn(textAt(attributes, "gen_ai.provider.name", "gen_ai.system")),
    stopReason: nameIn(finishReason(attributes)),
    error: record.error ?? undefined,
    responseId: idIn(responseId),
    previousId: idIn(textAt(attributes, "gen_ai.request.previous_response.id")),
    isDelta: textAt(attributes, "gen_ai.request.previous_response.id") === undefined ? undefined : true,
    usage: genaiUsage(attributes),
    contextWindow: countAt(attributes, "gen_ai.context.window_size"),
    compacted: attributes["gen_ai.conversation.compacted"] === true ? true : undefined,
    ...genaiContent(record),
  };
}

type Content = Partial<
  Pick<CallPart, "system" | "messages" | "answer" | "unread" | "tools" | "completeness">
>;

/** In attributes, in events of the span, in numbered attributes, or one event per message. */
export function genaiContent(record: OtelRecord): Content {
  const sources = [record.attributes, ...record.events.map((event) => event.attributes)];
  const find = (...keys: string[]): unknown =>
    sources.map((source) => valueAt(source, ...keys)).find((value) => value !== undefined);
  const older = messageEvents(record);
  const messages =
    partMessages(find("gen_ai.input.messages")) ??
    older.messages ??
    numberedMessages(record.attributes, "gen_ai.prompt") ??
    chatMessages(find("gen_ai.prompt"));
  const output =
    partMessages(find("gen_ai.output.messages")) ??
    older.answer ??
    numberedMessages(record.attributes, "gen_ai.completion") ??
    chatMessages(find("gen_ai.completion"));
  const elsewhere = sources.some((source) =>
    ["gen_ai.input.messages.ref", "gen_ai.input.messages_ref"].some((key) => source[key] !== undefined),
  );
  return {
    ...defined({
      system: systemFrom(find("gen_ai.system_instructions"), record.attributes),
      tools: toolItems(find("gen_ai.tool.definitions")) ?? numberedTools(record.attributes),
      messages: withoutEmpty(messages),
      answer: output?.flatMap((message) => message.items),
      unread: output?.flatMap(({ unread }) => unread ?? []),
    }),
    ...(messages === undefined && elsewhere && { completeness: "stored_elsewhere" as const }),
  };
}

function systemFrom(value: unknown, attributes: Attributes): SeenItem[] | undefined {
  return systemItems(value) ?? systemItems(textAt(attributes, "gen_ai.system_instructions"));
}

function withoutEmpty(messages: OtelMessage[] | undefined): OtelMessage[] | undefined {
  return messages === undefined || messages.length === 0 ? undefined : messages;
}

function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

function finishReason(attributes: Attributes): string | undefined {
  const reasons = valueAt(attributes, "gen_ai.response.finish_reasons");
  const first: unknown = Array.isArray(reasons) ? reasons[0] : undefined;
  return typeof first === "string" ? first : textAt(attributes, "gen_ai.response.finish_reasons");
}

/** The input includes the cached part. */
export function genaiUsage(attributes: Attributes): CallUsage | undefined {
  return inclusiveUsage(genaiFigures(attributes));
}

export function genaiFigures(attributes: Attributes) {
  const usage = (...names: string[]) => countAt(attributes, ...names.map((name) => `gen_ai.usage.${name}`));
  return {
    input: usage("input_tokens", "prompt_tokens"),
    output: usage("output_tokens", "completion_tokens"),
    cacheRead: usage("cache_read.input_tokens", "cache_read_input_tokens", "cached_input_tokens"),
    ...billedAttributes(
      attributes,
      "gen_ai.usage.",
      usage(
        "cache_write.input_tokens",
        "cache_creation.input_tokens",
        "cache_creation_input_tokens",
        "cache_write_input_tokens",
      ),
    ),
    reasoning: usage("reasoning.output_tokens", "reasoning_tokens"),
  };
}

export function genaiTool(record: OtelRecord): ToolRun {
  const { attributes } = record;
  const args =
    valueAt(attributes, "gen_ai.tool.call.arguments") ?? textAt(attributes, "gen_ai.tool.call.arguments");
  const result =
    valueAt(attributes, "gen_ai.tool.call.result", "anthropic.tool_result.content") ??
    textAt(attributes, "gen_ai.tool.call.result");
  return {
    type: "tool",
    record,
    callId: idIn(textAt(attributes, "gen_ai.tool.call.id", "gen_ai.tool.call_id")),
    name: nameIn(textAt(attributes, "gen_ai.tool.name")) ?? "tool",
    args: args === undefined ? undefined : argumentsText(args),
    result: resultText(attributes, result),
    isError: record.error !== null || textAt(attributes, "gen_ai.tool.status", "error.type") === "error",
  };
}

function resultText(attributes: Attributes, result: unknown): string | undefined {
  if (result === undefined) return undefined;
  return textAt(attributes, "gen_ai.tool.call.result") ?? shownResult(result).text;
}
