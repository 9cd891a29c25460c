import { argumentsText } from "../../messages/openai";
import { idIn, nameIn } from "../../shared/bounds";
import type { Fact } from "../facts";
import { rawCall } from "../raw";
import type { OtelRecord } from "../record";
import { countAt, jsonIn, textAt } from "../record";
import { inclusiveUsage } from "../usage";
import type { Dialect } from "./dialect";
import { DETAILS_EVENT, genaiCall } from "./genai";

/** Gemini CLI's log events. A request and its response are events of their own, paired by the prompt that they belong to. */
export const geminiCli: Dialect = {
  id: "gemini_cli",
  label: "Gemini CLI",
  contentSwitch: 'set "telemetry": { "enabled": true, "logPrompts": true } in its settings',
  claims: (record) => nameOf(record).startsWith("gemini_cli.") || record.scope === "gemini-cli",
  read(record): Fact[] {
    const name = nameOf(record);
    if (name === DETAILS_EVENT) return [genaiCall(record)];
    return READERS[name]?.(record) ?? [];
  },
};

function nameOf({ name, attributes }: OtelRecord): string {
  return textAt(attributes, "event.name") ?? name;
}

const READERS: Readonly<Record<string, (record: OtelRecord) => Fact[]>> = {
  "gemini_cli.api_response": (record) => [callOf(record)],
  "gemini_cli.tool_call": (record) => [toolOf(record)],
  "gemini_cli.chat_compression": (record) => [editOf(record, "compacted", "gemini_cli.chat_compression")],
  "gemini_cli.tool_output_masking": (record) => [editOf(record, "cleared", "gemini_cli.tool_output_masking")],
};

function callOf(record: OtelRecord): Fact {
  const { attributes } = record;
  const duration = countAt(attributes, "duration_ms");
  const request = jsonIn(textAt(attributes, "request_text") ?? "");
  const raw =
    request === undefined ? null : rawCall(Array.isArray(request) ? { contents: request } : request, {});
  return {
    type: "call",
    record,
    joins: record.spanId === "" ? [] : [`span:${record.spanId}`],
    ...raw,
    model: nameIn(textAt(attributes, "model", "model_name")),
    provider: "gemini",
    usage: inclusiveUsage({
      input: countAt(attributes, "input_token_count"),
      output: countAt(attributes, "output_token_count"),
      cacheRead: countAt(attributes, "cached_content_token_count"),
      reasoning: countAt(attributes, "thoughts_token_count"),
    }),
    startedAt: duration === undefined ? undefined : record.start - duration,
    error: textAt(attributes, "error"),
  };
}

function toolOf(record: OtelRecord): Fact {
  const { attributes } = record;
  return {
    type: "tool",
    record,
    callId: idIn(textAt(attributes, "call_id", "gen_ai.tool.call_id")),
    name: nameIn(textAt(attributes, "function_name")) ?? "tool",
    args: argumentsText(attributes.function_args),
    isError: attributes.success === false || attributes.success === "false",
  };
}

function editOf(record: OtelRecord, how: "compacted" | "cleared", policy: string): Fact {
  const { attributes } = record;
  const [before, after] = [countAt(attributes, "tokens_before"), countAt(attributes, "tokens_after")];
  const masked = countAt(attributes, "masked_count");
  return {
    type: "edit",
    record,
    at: record.start,
    fields: {
      how,
      policy,
      ...(before !== undefined && { tokensBefore: before }),
      ...(after !== undefined && { tokensAfter: after }),
      ...(masked !== undefined && { numbers: { maskedCount: masked } }),
    },
  };
}
