import { findId, nameIn } from "../../shared/bounds";
import type { CallPart, Fact } from "../spans/facts";
import { readRawCall } from "../raw";
import type { Attributes, OtelRecord } from "../spans/record";
import { countAt, readTextAt } from "../spans/record";
import { makeExclusiveUsage } from "../spans/usage";
import type { Dialect } from "./dialect";
import { findCost, findTier, readWrites } from "../../shared/billed";

/**
 * Claude Code. If asked for, requests and responses come as log events. A call has a span and up to three of
 * them.
 */
export const claudeCodeDialect: Dialect = {
  id: "claude_code",
  label: "Claude Code",
  checked: { on: "2026-11-22", against: "@anthropic-ai/claude-code@2.1.329" },
  contentSwitch:
    "set OTEL_LOG_RAW_API_BODIES=1 and CLAUDE_CODE_OTEL_CONTENT_MAX_LENGTH=2000000 with the logs exporter on",
  claims: ({ scope }) => scope.startsWith("com.anthropic.claude_code"),
  read(record): Fact[] {
    const name = (readTextAt(record.attributes, "event.name") ?? record.name).replace(/^claude_code\./, "");
    const reader = READERS[`${record.signal} ${name}`];
    return reader === undefined ? [] : reader(record);
  },
};

const READERS: Readonly<Record<string, (record: OtelRecord) => Fact[]>> = {
  "span llm_request": (record) => [{ ...readCall(record), error: record.error ?? undefined }],
  "log api_request": (record) => [readCall(record)],
  "log api_request_body": (record) => [requestOf(record)],
  "log api_response_body": (record) => [readResponse(record)],
  "span tool": (record) => [readTool(record, readTextAt(record.attributes, "tool_input"))],
  "log tool_result": (record) => [readTool(record, readTextAt(record.attributes, "tool_input"))],
  "log compaction": readCompaction,
};

/** Sources of calls that belong to the conversation or to a sub-agent. Others are side calls. */
const CONVERSATION = /^(sdk|repl_main_thread|user|main|agent[.:]|interaction)/;

function readCall(record: OtelRecord): CallPart {
  const { attributes } = record;
  const requestId = readTextAt(attributes, "request_id", "gen_ai.response.id");
  const source = readTextAt(attributes, "query_source", "query_source_safe");
  const duration = countAt(attributes, "duration_ms");
  return {
    type: "call",
    record,
    joins: requestId === undefined ? [] : [`request:${requestId}`],
    model: nameIn(readTextAt(attributes, "model")),
    provider: "anthropic",
    stopReason: nameIn(readTextAt(attributes, "stop_reason")),
    responseId: findId(readTextAt(attributes, "message.id")),
    usage: makeExclusiveUsage({
      input: countAt(attributes, "input_tokens"),
      output: countAt(attributes, "output_tokens"),
      cacheRead: countAt(attributes, "cache_read_tokens"),
      ...readWrites(attributes, countAt(attributes, "cache_creation_tokens")),
      tier: findTier(attributes),
      statedCost: findCost(attributes.cost_usd),
    }),
    side: source === undefined || CONVERSATION.test(source) ? undefined : source,
    startedAt: record.signal === "log" && duration !== undefined ? record.start - duration : record.start,
    sequence: countAt(attributes, "event.sequence"),
  };
}

function requestOf(record: OtelRecord): CallPart {
  const { attributes } = record;
  const raw = readRawCall(readTextAt(attributes, "body") ?? {}, {}, "anthropic") ?? {};
  return {
    ...readCall(record),
    ...raw,
    joins: listBodyJoins(attributes),
    usage: undefined,
    startedAt: record.start,
    ...(raw.messages === undefined && { completeness: chooseMissingBody(attributes) }),
  };
}

function chooseMissingBody(attributes: Attributes): CallPart["completeness"] {
  return readTextAt(attributes, "body_ref") === undefined ? "client_truncated" : "stored_elsewhere";
}

function readResponse(record: OtelRecord): CallPart {
  const { attributes } = record;
  const call = readCall(record);
  const { messages: _none, ...raw } =
    readRawCall({}, readTextAt(attributes, "body") ?? {}, "anthropic") ?? {};
  return { ...call, ...raw, joins: [...call.joins, ...listBodyJoins(attributes)], startedAt: undefined };
}

function listBodyJoins(attributes: Attributes): string[] {
  const id = readTextAt(attributes, "request_body_id");
  return id === undefined ? [] : [`body:${id}`];
}

function readTool(record: OtelRecord, args: string | undefined): Fact {
  const { attributes } = record;
  const output = record.events.find((event) => event.name === "tool.output")?.attributes;
  return {
    type: "tool",
    record,
    callId: findId(readTextAt(attributes, "tool_use_id", "gen_ai.tool.call.id")),
    name: nameIn(readTextAt(attributes, "tool_name", "gen_ai.tool.name")) ?? "tool",
    args,
    result: output === undefined ? undefined : readTextAt(output, "output", "content"),
    isError: attributes.success === false || attributes.success === "false" || record.error !== null,
  };
}

function readCompaction(record: OtelRecord): Fact[] {
  const { attributes } = record;
  if (attributes.success === false || attributes.success === "false") return [];
  const [before, after] = [countAt(attributes, "pre_tokens"), countAt(attributes, "post_tokens")];
  const trigger = nameIn(readTextAt(attributes, "trigger"));
  const fields = {
    how: "compacted" as const,
    policy: "claude_code.compaction",
    ...(before !== undefined && { tokensBefore: before }),
    ...(after !== undefined && { tokensAfter: after }),
    ...(trigger !== undefined && { trigger }),
  };
  return [{ type: "edit", record, at: record.start, fields }];
}
