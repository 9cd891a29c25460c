import { findId, nameIn } from "../../shared/bounds";
import { countOf, recordOf, stringOf } from "../../shared/values";
import type { CallPart, Fact } from "../spans/facts";
import { readRawCall } from "../raw";
import type { OtelRecord } from "../spans/record";
import { readTextAt, readValueAt } from "../spans/record";
import { chooseFullerUsage, makeInclusiveUsage } from "../spans/usage";
import type { Dialect } from "./dialect";
import { readGenaiUsage } from "./genai";
import { findCost, readWrites } from "../../shared/billed";

/**
 * The LangSmith SDK's export to OpenTelemetry. It records a request when the run is over. By then the list of
 * messages may have grown, and the call's own answer in it marks the end of its window.
 */
export const langsmithDialect: Dialect = {
  id: "langsmith",
  label: "LangSmith SDK",
  checked: { on: "2026-11-22", against: "langsmith@0.10.5" },
  contentSwitch: "unset LANGSMITH_HIDE_INPUTS and LANGSMITH_HIDE_OUTPUTS",
  claims: ({ scope, attributes }) => scope === "langsmith" || "langsmith.span.kind" in attributes,
  read(record): Fact[] {
    const kind = readTextAt(record.attributes, "langsmith.span.kind");
    if (kind === "llm") return [readCall(record)];
    if (kind === "tool") return [readTool(record)];
    const agent = nameIn(readTextAt(record.attributes, "langsmith.trace.name"));
    return agent === undefined || record.parentSpanId !== "" ? [] : [{ type: "session", record, agent }];
  },
};

function readCall(record: OtelRecord): CallPart {
  const { attributes } = record;
  const raw =
    readRawCall(readValueAt(attributes, "gen_ai.prompt"), readValueAt(attributes, "gen_ai.completion")) ?? {};
  return {
    type: "call",
    record,
    joins: [`span:${record.spanId}`],
    ...raw,
    model: nameIn(readTextAt(attributes, "gen_ai.response.model", "gen_ai.request.model")) ?? raw.model,
    provider: nameIn(readTextAt(attributes, "gen_ai.system")),
    error: record.error ?? undefined,
    usage: chooseFullerUsage(
      readLangsmithUsage(record),
      chooseFullerUsage(raw.usage, readGenaiUsage(attributes)),
    ),
  };
}

function readLangsmithUsage({ attributes }: OtelRecord) {
  const usage = recordOf(readValueAt(attributes, "langsmith.usage_metadata"));
  const input = recordOf(usage.input_token_details);
  return makeInclusiveUsage({
    input: countOf(usage.input_tokens),
    output: countOf(usage.output_tokens),
    cacheRead: countOf(input.cache_read),
    ...readWrites(input, countOf(input.cache_creation)),
    statedCost: findCost(usage.total_cost),
    reasoning: countOf(recordOf(usage.output_token_details).reasoning),
  });
}

function readTool(record: OtelRecord): Fact {
  const { attributes } = record;
  const outputs = recordOf(readValueAt(attributes, "gen_ai.completion")).outputs;
  return {
    type: "tool",
    record,
    callId: findId(readTextAt(attributes, "langsmith.metadata.tool_call_id")),
    name: nameIn(record.name) ?? "tool",
    args: readTextAt(attributes, "gen_ai.prompt"),
    result: stringOf(outputs) ?? readTextAt(attributes, "gen_ai.completion"),
    isError: record.error !== null,
  };
}
