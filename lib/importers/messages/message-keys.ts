import { isRecord } from "@/lib/core/is-record";
import type { ImportReport } from "../reading/importer";
import type { KnownKeys } from "../shared/known-keys";
import { keysIn, noteUnknownKeys, within, withKeys } from "../shared/known-keys";
import type { Loose } from "../shared/values";

function hasText({ text }: Loose): boolean {
  return typeof text === "string";
}

const ANTHROPIC_KINDS = /^(text|thinking|redacted_thinking|compaction|image)$|tool_use$|tool_result$/;
const ANTHROPIC_RESULT_PART: KnownKeys = {
  ...keysIn("type text citations cache_control source title url context"),
  isOf: hasText,
};
const ANTHROPIC_PART: KnownKeys = {
  ...within(
    keysIn(
      "type text citations cache_control thinking signature data id name input caller server_name tool_use_id content",
      "is_error source encrypted_content partial_json index",
    ),
    { content: ANTHROPIC_RESULT_PART },
  ),
  isOf: ({ type }) => typeof type === "string" && ANTHROPIC_KINDS.test(type),
};
export const ANTHROPIC_MESSAGE = within(
  keysIn(
    "id type role model content stop_reason stop_sequence stop_details usage context_management container",
    "diagnostics cache_control",
  ),
  { content: ANTHROPIC_PART },
);
export const ANTHROPIC_CONTENT = { content: ANTHROPIC_PART };
export const ANTHROPIC_REQUEST: KnownKeys = { keys: null, inside: { messages: ANTHROPIC_MESSAGE } };

export const OPENAI_PART: KnownKeys = {
  ...keysIn("type text cache_control cache_prompt annotations logprobs citations refusal enable_truncation"),
  isOf: hasText,
};
export const OPENAI_CALL = within(
  keysIn(
    "id type index function custom name arguments args input requestor origin caller",
    "extra_content thought_signature provider_specific_fields",
  ),
  {
    function: keysIn("name arguments description parameters parsed_arguments"),
    custom: keysIn("name input"),
  },
);
export const OPENAI_MESSAGE = within(
  keysIn(
    "role content name tool_calls tool_call_id function_call type id refusal annotations audio parsed cache_control",
    "reasoning reasoning_content reasoning_details reasoning_text thinking_blocks provider_specific_fields images",
  ),
  { content: OPENAI_PART, tool_calls: OPENAI_CALL },
);
export const OPENAI_RESPONSE: KnownKeys = {
  keys: null,
  inside: { choices: { keys: null, inside: { message: OPENAI_MESSAGE } } },
};

export const RESPONSE_ITEM: KnownKeys = {
  ...within(
    keysIn(
      "type id role content status phase name namespace call_id arguments input action queries output outputs results",
      "result summary encrypted_content tools execution code container_id server_label error approval_request_id",
      "operation environment max_output_length created_by author recipient channel end_turn tool_name tool_call_id",
      "tool_use_id internal_chat_message_metadata_passthrough metadata revised_prompt pending_safety_checks",
    ),
    { content: OPENAI_PART },
  ),
  isOf: ({ type }) =>
    type === undefined ||
    (typeof type === "string" && /^(message|agent_message|reasoning)$|_(call|output|result)$/.test(type)),
};

const GEMINI_PART: KnownKeys = {
  ...within(
    keysIn(
      "text thought thoughtSignature thought_signature functionCall function_call functionResponse function_response",
      "inlineData inline_data fileData file_data videoMetadata video_metadata mediaResolution partMetadata",
    ),
    {
      functionCall: keysIn("id name args partialArgs willContinue"),
      function_call: keysIn("id name args partial_args will_continue"),
      functionResponse: keysIn("id name response parts scheduling willContinue"),
      function_response: keysIn("id name response parts scheduling will_continue"),
    },
  ),
  isOf: ({ text, functionCall, function_call: call, functionResponse, function_response: response }) =>
    [text, functionCall, call, functionResponse, response].some((value) => value !== undefined),
};
export const GEMINI_CONTENT = within(keysIn("role parts"), { parts: GEMINI_PART });
export const GEMINI_CONTENTS = { content: GEMINI_PART };

const PI_PART: KnownKeys = {
  ...keysIn(
    "type text textSignature thinking thinkingSignature redacted id name arguments thoughtSignature partialJson",
  ),
  isOf: ({ type }) => type === "text" || type === "thinking" || type === "toolCall",
};
export const PI_MESSAGE = within(
  keysIn(
    "role content timestamp api provider model usage stopReason errorMessage responseId responseModel diagnostics",
    "toolCallId toolName details isError command output exitCode cancelled truncated fullOutputPath excludeFromContext",
    "customType display provenance idempotencyKey summary fromId tokensBefore",
  ),
  { content: PI_PART },
);

const CHAT_PART: KnownKeys = {
  ...keysIn(
    "type text content thinking reasoning summary signature data id name input args arguments function cache_control",
    "citations annotations logprobs refusal tool_use_id tool_call_id toolCallId toolName call_id is_error isError",
    "response result output status source caller index extras encrypted_content redacted internal state",
    "providerOptions providerMetadata providerExecuted experimental_providerMetadata finish_reason parsed_args phase",
    "server_name transcript",
  ),
  isOf: ({ type, text }) =>
    typeof text === "string" ||
    (typeof type === "string" && /text|thinking|reasoning|tool|function/.test(type)),
};
/**
 * A message of an unknown API, as tracing tools store it, also as LangChain serialises it. Its framework
 * decides what else it contains.
 */
export const CHAT_MESSAGE = within(
  withKeys(
    OPENAI_MESSAGE,
    "parts finish_reason model source metadata status is_error isError error toolName toolCallId input output args result",
    "response additional_kwargs response_metadata invalid_tool_calls usage_metadata tool_call_chunks artifact example lc",
    "kwargs data arguments call_id providerOptions experimental_providerMetadata toolInvocations createdAt created_at",
    "stop_reason stop_sequence usage summary encrypted_content thinking internal function timestamp",
  ),
  { parts: CHAT_PART, content: CHAT_PART, tool_calls: { keys: null, inside: {} } },
);

/** Keys under which tracing tools nest messages, and how deep. */
const HOLDERS = ["messages", "message", "choices", "generations"];
const HOLDERS_MAX = 5;

/** Names the unknown keys of a message, or of the messages in a value that holds some. */
export function noteMessageKeys(value: unknown, report: ImportReport, place: string, depth = 0): void {
  if (depth > HOLDERS_MAX) return;
  if (Array.isArray(value)) for (const inner of value) noteMessageKeys(inner, report, place, depth + 1);
  if (!isRecord(value)) return;
  if (isMessage(value)) noteUnknownKeys(value, CHAT_MESSAGE, report, place);
  else for (const key of HOLDERS) noteMessageKeys(value[key], report, `${place}${key}.`, depth + 1);
}

function isMessage({ role, content, parts, tool_calls: calls, kwargs }: Loose): boolean {
  const isSpoken = typeof role === "string" && [content, parts, calls].some((held) => held !== undefined);
  return isSpoken || kwargs !== undefined;
}
