import { argumentsText } from "../../messages/openai";
import { shownResult } from "../../messages/parts";
import { idIn, nameIn } from "../../shared/bounds";
import type { Loose } from "../../shared/values";
import { countOf, recordOf } from "../../shared/values";
import type { CallPart, Fact } from "../spans/facts";
import { chatMessages } from "../spans/messages";
import { apiOf, rawCall } from "../raw";
import type { Attributes, OtelRecord } from "../spans/record";
import { textAt, valueAt } from "../spans/record";
import { exclusiveUsage } from "../spans/usage";
import type { Dialect } from "./dialect";
import { costIn, writesIn } from "../../shared/billed";

const GENERATION: ReadonlySet<string> = new Set(["generation"]);

/** The Langfuse SDK from version 5. Its `input` figure excludes the cached part. */
export const langfuseDialect: Dialect = {
  id: "langfuse",
  label: "Langfuse SDK",
  contentSwitch: "remove the mask that empties input and output",
  claims: ({ scope, attributes }) => scope === "langfuse-sdk" || "langfuse.observation.type" in attributes,
  read(record): Fact[] {
    const type = textAt(record.attributes, "langfuse.observation.type") ?? "";
    if (GENERATION.has(type)) return [callOf(record)];
    if (type === "tool") return [toolOf(record)];
    const agent = nameIn(textAt(record.attributes, "langfuse.trace.name"));
    return agent === undefined || record.parentSpanId !== "" ? [] : [{ type: "session", record, agent }];
  },
};

function callOf(record: OtelRecord): CallPart {
  const { attributes } = record;
  const input = valueAt(attributes, "langfuse.observation.input");
  const output =
    valueAt(attributes, "langfuse.observation.output") ?? attributes["langfuse.observation.output"];
  return {
    type: "call",
    record,
    joins: [`span:${record.spanId}`],
    ...contentOf(Array.isArray(input) ? { messages: input } : recordOf(input), output),
    model: nameIn(textAt(attributes, "langfuse.observation.model.name")),
    error: record.error ?? undefined,
    usage: langfuseSpanUsage(attributes),
  };
}

function contentOf(request: Loose, output: unknown): Partial<CallPart> {
  const response = recordOf(output);
  const isWhole = "choices" in response || response.type === "message" || response.object === "response";
  if (isWhole || apiOf(request, response) !== "openai.chat")
    return rawCall(request, isWhole ? response : {}) ?? {};
  const message = typeof output === "string" ? { role: "assistant", content: output } : response;
  const answer = chatMessages([message])?.flatMap((part) => part.items);
  return { ...rawCall(request, {}, "openai.chat"), ...(answer !== undefined && { answer }) };
}

function langfuseSpanUsage(attributes: Attributes) {
  const details = recordOf(valueAt(attributes, "langfuse.observation.usage_details"));
  const count = (...keys: string[]) =>
    keys.map((key) => countOf(details[key])).find((value) => value !== undefined);
  return exclusiveUsage({
    input: count("input", "prompt_tokens", "input_tokens"),
    output: count("output", "completion_tokens", "output_tokens"),
    cacheRead: count("input_cached_tokens", "cache_read_input_tokens", "input_cache_read"),
    ...writesIn(details, count("cache_creation_input_tokens", "input_cache_creation")),
    statedCost: costIn(recordOf(valueAt(attributes, "langfuse.observation.cost_details"))),
    reasoning: count("output_reasoning_tokens"),
  });
}

function toolOf(record: OtelRecord): Fact {
  const { attributes } = record;
  const output = attributes["langfuse.observation.output"];
  return {
    type: "tool",
    record,
    callId: idIn(textAt(attributes, "langfuse.observation.metadata.tool_call_id")),
    name: nameIn(record.name) ?? "tool",
    args: argumentsText(attributes["langfuse.observation.input"]),
    result: output === undefined ? undefined : shownResult(output).text,
    isError: record.error !== null || textAt(attributes, "langfuse.observation.level") === "ERROR",
  };
}
