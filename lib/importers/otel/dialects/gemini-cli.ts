import { argumentsText } from "../../messages/openai";
import { idIn, nameIn } from "../../shared/bounds";
import type { Fact } from "../spans/facts";
import type { OtelRecord } from "../spans/record";
import { countAt, textAt } from "../spans/record";
import { inclusiveUsage } from "../spans/usage";
import type { Dialect } from "./dialect";
import { DETAILS_EVENT, genaiCall } from "./genai";

/**
 * Gemini CLI's log events. The end of a call is reported twice, at one instant: by `api_response` with token
 * counts, and by the event of the conventions with the content. The latter also repeats what is logged when a
 * request begins.
 */
export const geminiCliDialect: Dialect = {
  id: "gemini_cli",
  label: "Gemini CLI",
  contentSwitch: 'set "telemetry": { "enabled": true, "logPrompts": true } in its settings',
  claims: (record) => nameOf(record).startsWith("gemini_cli.") || record.scope === "gemini-cli",
  read: (record) => READERS[nameOf(record)]?.(record) ?? [],
};

function nameOf({ name, attributes }: OtelRecord): string {
  return textAt(attributes, "event.name") ?? name;
}

const READERS: Readonly<Record<string, (record: OtelRecord) => Fact[]>> = {
  [DETAILS_EVENT]: detailsOf,
  "gemini_cli.api_response": (record) => [callOf(record)],
  "gemini_cli.api_error": (record) => [callOf(record)],
  "gemini_cli.tool_call": (record) => [toolOf(record)],
  "gemini_cli.chat_compression": (record) => [editOf(record, "compacted", "gemini_cli.chat_compression")],
  "gemini_cli.tool_output_masking": (record) => [editOf(record, "cleared", "gemini_cli.tool_output_masking")],
};

function detailsOf(record: OtelRecord): Fact[] {
  const { attributes } = record;
  const model = textAt(attributes, "gen_ai.response.model");
  if (model === undefined && attributes["gen_ai.output.messages"] === undefined) return [];
  return [{ ...genaiCall(record), joins: [nameOfEnd(record, model)], usage: undefined }];
}

/** Both records of one end share its time, to the client's millisecond, and the model. */
function nameOfEnd({ attributes, start }: OtelRecord, model: string | undefined): string {
  return `end:${textAt(attributes, "event.timestamp") ?? start} ${model ?? ""}`;
}

const BESIDE = "utility_";

function callOf(record: OtelRecord): Fact {
  const { attributes } = record;
  const duration = countAt(attributes, "duration_ms");
  const model = textAt(attributes, "model", "model_name");
  const role = textAt(attributes, "role");
  const answered = countAt(attributes, "output_token_count");
  const thoughts = countAt(attributes, "thoughts_token_count");
  return {
    type: "call",
    record,
    joins: [nameOfEnd(record, model)],
    model: nameIn(model),
    provider: "gemini",
    side: role?.startsWith(BESIDE) === true ? nameIn(role.slice(BESIDE.length)) : undefined,
    usage: inclusiveUsage({
      input: countAt(attributes, "input_token_count"),
      output: answered === undefined ? undefined : answered + (thoughts ?? 0),
      cacheRead: countAt(attributes, "cached_content_token_count"),
      reasoning: thoughts,
    }),
    startedAt: duration === undefined ? undefined : record.start - duration,
    error: textAt(attributes, "error", "error.message"),
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
