import { writeArguments } from "../../messages/openai";
import { findId, nameIn } from "../../shared/bounds";
import type { Fact } from "../spans/facts";
import type { OtelRecord } from "../spans/record";
import { countAt, readTextAt } from "../spans/record";
import { makeInclusiveUsage } from "../spans/usage";
import type { Dialect } from "./dialect";
import { DETAILS_EVENT, readGenaiCall } from "./genai";

/**
 * Gemini CLI's log events. The end of a call is reported twice, at one instant: by `api_response` with token
 * counts, and by the event of the conventions with the content. The latter also repeats what is logged when a
 * request begins.
 */
export const geminiCliDialect: Dialect = {
  id: "gemini_cli",
  label: "Gemini CLI",
  checked: null,
  contentSwitch: 'set "telemetry": { "enabled": true, "logPrompts": true } in its settings',
  claims: (record) => nameOf(record).startsWith("gemini_cli.") || record.scope === "gemini-cli",
  read: (record) => READERS[nameOf(record)]?.(record) ?? [],
};

function nameOf({ name, attributes }: OtelRecord): string {
  return readTextAt(attributes, "event.name") ?? name;
}

const READERS: Readonly<Record<string, (record: OtelRecord) => Fact[]>> = {
  [DETAILS_EVENT]: readDetails,
  "gemini_cli.api_response": (record) => [readCall(record)],
  "gemini_cli.api_error": (record) => [readCall(record)],
  "gemini_cli.tool_call": (record) => [readTool(record)],
  "gemini_cli.chat_compression": (record) => [readEdit(record, "compacted", "gemini_cli.chat_compression")],
  "gemini_cli.tool_output_masking": (record) => [
    readEdit(record, "cleared", "gemini_cli.tool_output_masking"),
  ],
};

function readDetails(record: OtelRecord): Fact[] {
  const { attributes } = record;
  const model = readTextAt(attributes, "gen_ai.response.model");
  if (model === undefined && attributes["gen_ai.output.messages"] === undefined) return [];
  return [{ ...readGenaiCall(record), joins: [nameOfEnd(record, model)], usage: undefined }];
}

/** The name of a call's end. Both records of one end share its time, to the client's millisecond, and the model. */
function nameOfEnd({ attributes, start }: OtelRecord, model: string | undefined): string {
  return `end:${readTextAt(attributes, "event.timestamp") ?? start} ${model ?? ""}`;
}

const BESIDE = "utility_";

function readCall(record: OtelRecord): Fact {
  const { attributes } = record;
  const duration = countAt(attributes, "duration_ms");
  const model = readTextAt(attributes, "model", "model_name");
  const role = readTextAt(attributes, "role");
  const answered = countAt(attributes, "output_token_count");
  const thoughts = countAt(attributes, "thoughts_token_count");
  return {
    type: "call",
    record,
    joins: [nameOfEnd(record, model)],
    model: nameIn(model),
    provider: "gemini",
    side: role?.startsWith(BESIDE) === true ? nameIn(role.slice(BESIDE.length)) : undefined,
    usage: makeInclusiveUsage({
      input: countAt(attributes, "input_token_count"),
      output: answered === undefined ? undefined : answered + (thoughts ?? 0),
      cacheRead: countAt(attributes, "cached_content_token_count"),
      reasoning: thoughts,
    }),
    startedAt: duration === undefined ? undefined : record.start - duration,
    error: readTextAt(attributes, "error", "error.message"),
  };
}

function readTool(record: OtelRecord): Fact {
  const { attributes } = record;
  return {
    type: "tool",
    record,
    callId: findId(readTextAt(attributes, "call_id", "gen_ai.tool.call_id")),
    name: nameIn(readTextAt(attributes, "function_name")) ?? "tool",
    args: writeArguments(attributes.function_args),
    isError: attributes.success === false || attributes.success === "false",
  };
}

function readEdit(record: OtelRecord, how: "compacted" | "cleared", policy: string): Fact {
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
