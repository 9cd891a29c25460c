import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { writeArguments } from "../../messages/openai";
import { readShownResult } from "../../messages/parts";
import { findId, nameIn } from "../../shared/bounds";
import { recordsOf, stringOf } from "../../shared/values";
import type { CallPart, CallUsage, Fact, OtelMessage, ToolRun } from "../spans/facts";
import { chatMessages, partMessages, readSystemItems, readToolItems } from "../spans/messages";
import type { Attributes, OtelRecord } from "../spans/record";
import { countAt, readEventNameOf, readTextAt, readValueAt } from "../spans/record";
import { readBilledAttributes, makeInclusiveUsage } from "../spans/usage";
import type { Dialect } from "./dialect";
import { readNumberedMessages, readNumberedTools } from "./numbered";
import { isMessageEvent, readMessageEvents } from "./message-events";

const INFERENCE: ReadonlySet<string> = new Set(["chat", "generate_content", "text_completion", "completion"]);
export const DETAILS_EVENT = "gen_ai.client.inference.operation.details";

/** OpenTelemetry's semantic conventions for generative AI, the newest names and the older ones. */
export const genai: Dialect = {
  id: "genai",
  label: "OpenTelemetry GenAI conventions",
  checked: { on: "2026-11-22", against: "@opentelemetry/sdk-trace-node@2.12.0, by hand" },
  contentSwitch:
    "set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true (or SPAN_ONLY / EVENT_ONLY with OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental)",
  claims: (record) =>
    readEventNameOf(record).startsWith("gen_ai.") || Object.keys(record.attributes).some(isGenAi),
  read: readGenai,
};

function isGenAi(key: string): boolean {
  return key.startsWith("gen_ai.") || key.startsWith("llm.");
}

export function readGenai(record: OtelRecord): Fact[] {
  const { attributes } = record;
  if (record.signal === "log" && isMessageEvent(readEventNameOf(record)))
    return [{ type: "message", record }];
  const operation = readOperation(record);
  if (operation === "execute_tool") return [readGenaiTool(record)];
  if (INFERENCE.has(operation)) return [readGenaiCall(record)];
  if (operation.endsWith("_memory")) {
    return recordsOf(readValueAt(attributes, "gen_ai.memory.records")).flatMap((memory) => {
      const text = stringOf(memory.content);
      return text === undefined ? [] : [{ type: "session" as const, record, memory: text }];
    });
  }
  const agent = readTextAt(attributes, "gen_ai.agent.name");
  return operation === "invoke_agent" && agent !== undefined ? [{ type: "session", record, agent }] : [];
}

function readOperation(record: OtelRecord): string {
  const statedName = readTextAt(record.attributes, "gen_ai.operation.name", "llm.request.type");
  if (statedName !== undefined) return statedName;
  return record.signal === "log" && readEventNameOf(record) === DETAILS_EVENT ? "chat" : "";
}

export function readGenaiCall(record: OtelRecord): CallPart {
  const { attributes, spanId } = record;
  const responseId = readTextAt(attributes, "gen_ai.response.id");
  return {
    type: "call",
    record,
    joins: [...(spanId === "" ? [] : [`span:${spanId}`]), ...(responseId ? [`response:${responseId}`] : [])],
    model: nameIn(readTextAt(attributes, "gen_ai.response.model", "gen_ai.request.model")),
    provider: nameIn(readTextAt(attributes, "gen_ai.provider.name", "gen_ai.system")),
    stopReason: nameIn(finishReason(attributes)),
    error: record.error ?? undefined,
    responseId: findId(responseId),
    previousId: findId(readTextAt(attributes, "gen_ai.request.previous_response.id")),
    isDelta: readTextAt(attributes, "gen_ai.request.previous_response.id") === undefined ? undefined : true,
    usage: readGenaiUsage(attributes),
    contextWindow: countAt(attributes, "gen_ai.context.window_size"),
    compacted: attributes["gen_ai.conversation.compacted"] === true ? true : undefined,
    ...readGenaiContent(record),
  };
}

type Content = Partial<
  Pick<CallPart, "system" | "messages" | "answer" | "unread" | "tools" | "completeness">
>;

/**
 * Reads content in any of its places: in attributes, in events of the span, in numbered attributes, or as one event per message.
 */
export function readGenaiContent(record: OtelRecord): Content {
  const sources = [record.attributes, ...record.events.map((event) => event.attributes)];
  const find = (...keys: string[]): unknown =>
    sources.map((source) => readValueAt(source, ...keys)).find((value) => value !== undefined);
  const older = readMessageEvents(record);
  const messages =
    partMessages(find("gen_ai.input.messages")) ??
    older.messages ??
    readNumberedMessages(record.attributes, "gen_ai.prompt") ??
    chatMessages(find("gen_ai.prompt"));
  const output =
    partMessages(find("gen_ai.output.messages")) ??
    older.answer ??
    readNumberedMessages(record.attributes, "gen_ai.completion") ??
    chatMessages(find("gen_ai.completion"));
  const elsewhere = sources.some((source) =>
    ["gen_ai.input.messages.ref", "gen_ai.input.messages_ref"].some((key) => source[key] !== undefined),
  );
  return {
    ...dropUndefined({
      system: readSystem(find("gen_ai.system_instructions"), record.attributes),
      tools: readToolItems(find("gen_ai.tool.definitions")) ?? readNumberedTools(record.attributes),
      messages: dropEmpty(messages),
      answer: output?.flatMap((message) => message.items),
      unread: output?.flatMap(({ unread }) => unread ?? []),
    }),
    ...(messages === undefined && elsewhere && { completeness: "stored_elsewhere" as const }),
  };
}

function readSystem(value: unknown, attributes: Attributes): SeenItem[] | undefined {
  return readSystemItems(value) ?? readSystemItems(readTextAt(attributes, "gen_ai.system_instructions"));
}

function dropEmpty(messages: OtelMessage[] | undefined): OtelMessage[] | undefined {
  return messages === undefined || messages.length === 0 ? undefined : messages;
}

function dropUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

function finishReason(attributes: Attributes): string | undefined {
  const reasons = readValueAt(attributes, "gen_ai.response.finish_reasons");
  const first: unknown = Array.isArray(reasons) ? reasons[0] : undefined;
  return typeof first === "string" ? first : readTextAt(attributes, "gen_ai.response.finish_reasons");
}

/** The input includes the cached part. */
export function readGenaiUsage(attributes: Attributes): CallUsage | undefined {
  return makeInclusiveUsage(readGenaiFigures(attributes));
}

export function readGenaiFigures(attributes: Attributes) {
  const readUsage = (...names: string[]) =>
    countAt(attributes, ...names.map((name) => `gen_ai.usage.${name}`));
  return {
    input: readUsage("input_tokens", "prompt_tokens"),
    output: readUsage("output_tokens", "completion_tokens"),
    cacheRead: readUsage("cache_read.input_tokens", "cache_read_input_tokens", "cached_input_tokens"),
    ...readBilledAttributes(
      attributes,
      "gen_ai.usage.",
      readUsage(
        "cache_write.input_tokens",
        "cache_creation.input_tokens",
        "cache_creation_input_tokens",
        "cache_write_input_tokens",
      ),
    ),
    reasoning: readUsage("reasoning.output_tokens", "reasoning_tokens"),
  };
}

export function readGenaiTool(record: OtelRecord): ToolRun {
  const { attributes } = record;
  const args =
    readValueAt(attributes, "gen_ai.tool.call.arguments") ??
    readTextAt(attributes, "gen_ai.tool.call.arguments");
  const result =
    readValueAt(attributes, "gen_ai.tool.call.result", "anthropic.tool_result.content") ??
    readTextAt(attributes, "gen_ai.tool.call.result");
  return {
    type: "tool",
    record,
    callId: findId(readTextAt(attributes, "gen_ai.tool.call.id", "gen_ai.tool.call_id")),
    name: nameIn(readTextAt(attributes, "gen_ai.tool.name")) ?? "tool",
    args: args === undefined ? undefined : writeArguments(args),
    result: readResultText(attributes, result),
    isError: record.error !== null || readTextAt(attributes, "gen_ai.tool.status", "error.type") === "error",
  };
}

function readResultText(attributes: Attributes, result: unknown): string | undefined {
  if (result === undefined) return undefined;
  return readTextAt(attributes, "gen_ai.tool.call.result") ?? readShownResult(result).text;
}
