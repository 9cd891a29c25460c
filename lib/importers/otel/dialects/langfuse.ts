import { writeArguments } from "../../messages/openai";
import { readShownResult } from "../../messages/parts";
import { findId, nameIn } from "../../shared/bounds";
import type { Loose } from "../../shared/values";
import { countOf, recordOf } from "../../shared/values";
import type { CallPart, Fact } from "../spans/facts";
import { chatMessages } from "../spans/messages";
import { detectApi, readRawCall } from "../raw";
import type { Attributes, OtelRecord } from "../spans/record";
import { readTextAt, readValueAt } from "../spans/record";
import { makeExclusiveUsage } from "../spans/usage";
import type { Dialect } from "./dialect";
import { findCost, readWrites } from "../../shared/billed";

const GENERATION: ReadonlySet<string> = new Set(["generation"]);

/** The Langfuse SDK from version 5. Its `input` figure excludes the cached part. */
export const langfuseDialect: Dialect = {
  id: "langfuse",
  label: "Langfuse SDK",
  checked: { on: "2026-11-22", against: "@langfuse/otel@5.11.1" },
  contentSwitch: "remove the mask that empties input and output",
  claims: ({ scope, attributes }) => scope === "langfuse-sdk" || "langfuse.observation.type" in attributes,
  read(record): Fact[] {
    const type = readTextAt(record.attributes, "langfuse.observation.type") ?? "";
    if (GENERATION.has(type)) return [readCall(record)];
    if (type === "tool") return [readTool(record)];
    const agent = nameIn(readTextAt(record.attributes, "langfuse.trace.name"));
    return agent === undefined || record.parentSpanId !== "" ? [] : [{ type: "session", record, agent }];
  },
};

function readCall(record: OtelRecord): CallPart {
  const { attributes } = record;
  const input = readValueAt(attributes, "langfuse.observation.input");
  const output =
    readValueAt(attributes, "langfuse.observation.output") ?? attributes["langfuse.observation.output"];
  return {
    type: "call",
    record,
    joins: [`span:${record.spanId}`],
    ...readContent(Array.isArray(input) ? { messages: input } : recordOf(input), output),
    model: nameIn(readTextAt(attributes, "langfuse.observation.model.name")),
    error: record.error ?? undefined,
    usage: readLangfuseUsage(attributes),
  };
}

function readContent(request: Loose, output: unknown): Partial<CallPart> {
  const response = recordOf(output);
  const isWhole = "choices" in response || response.type === "message" || response.object === "response";
  if (isWhole || detectApi(request, response) !== "openai.chat")
    return readRawCall(request, isWhole ? response : {}) ?? {};
  const message = typeof output === "string" ? { role: "assistant", content: output } : response;
  const answer = chatMessages([message])?.flatMap((part) => part.items);
  return { ...readRawCall(request, {}, "openai.chat"), ...(answer !== undefined && { answer }) };
}

function readLangfuseUsage(attributes: Attributes) {
  const details = recordOf(readValueAt(attributes, "langfuse.observation.usage_details"));
  const count = (...keys: string[]) =>
    keys.map((key) => countOf(details[key])).find((value) => value !== undefined);
  return makeExclusiveUsage({
    input: count("input", "prompt_tokens", "input_tokens"),
    output: count("output", "completion_tokens", "output_tokens"),
    cacheRead: count("input_cached_tokens", "cache_read_input_tokens", "input_cache_read"),
    ...readWrites(details, count("cache_creation_input_tokens", "input_cache_creation")),
    statedCost: findCost(recordOf(readValueAt(attributes, "langfuse.observation.cost_details"))),
    reasoning: count("output_reasoning_tokens"),
  });
}

function readTool(record: OtelRecord): Fact {
  const { attributes } = record;
  const output = attributes["langfuse.observation.output"];
  return {
    type: "tool",
    record,
    callId: findId(readTextAt(attributes, "langfuse.observation.metadata.tool_call_id")),
    name: nameIn(record.name) ?? "tool",
    args: writeArguments(attributes["langfuse.observation.input"]),
    result: output === undefined ? undefined : readShownResult(output).text,
    isError: record.error !== null || readTextAt(attributes, "langfuse.observation.level") === "ERROR",
  };
}
