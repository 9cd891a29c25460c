import { isRecord } from "@/lib/core/is-record";
import type { ImportReport } from "../reading/importer";
import type { KnownKeys } from "../shared/known-keys";
import { makeKnownKeys, noteUnknownKeys, nestKeys, addKnownKeys, leaving } from "../shared/known-keys";
import type { Loose } from "../shared/values";

function hasText({ text }: Loose): boolean {
  return typeof text === "string";
}

export const OPENAI_PART: KnownKeys = {
  ...leaving(makeKnownKeys("type text cache_control annotations logprobs citations refusal"), {
    "what the program keeps for itself": "cache_prompt enable_truncation",
  }),
  isOf: hasText,
};
export const OPENAI_CALL = nestKeys(
  leaving(makeKnownKeys("id type index function custom name arguments args input requestor origin caller"), {
    "opaque values for the provider": "extra_content thought_signature provider_specific_fields",
  }),
  {
    function: leaving(makeKnownKeys("name arguments description parameters"), {
      "what another key says": "parsed_arguments",
    }),
    custom: makeKnownKeys("name input"),
  },
);
export const OPENAI_MESSAGE = nestKeys(
  leaving(
    makeKnownKeys(
      "role content name tool_calls tool_call_id function_call type id refusal annotations audio parsed",
      "cache_control reasoning reasoning_content reasoning_details reasoning_text thinking_blocks images",
    ),
    { "opaque values for the provider": "provider_specific_fields" },
  ),
  { content: OPENAI_PART, tool_calls: OPENAI_CALL },
);
export const OPENAI_RESPONSE: KnownKeys = {
  keys: null,
  inside: { choices: { keys: null, inside: { message: OPENAI_MESSAGE } } },
};

export const RESPONSE_ITEM: KnownKeys = {
  ...nestKeys(
    leaving(
      makeKnownKeys(
        "type id role content status phase name namespace call_id arguments input action queries output outputs",
        "results result summary encrypted_content tools execution code error operation environment author recipient",
        "tool_name tool_call_id tool_use_id metadata",
      ),
      {
        "ids, times and marks": "container_id server_label",
        "what the program keeps for itself":
          "approval_request_id max_output_length created_by channel end_turn",
        "what another key says": "internal_chat_message_metadata_passthrough revised_prompt",
      },
    ),
    { content: OPENAI_PART },
  ),
  isOf: ({ type }) =>
    type === undefined ||
    (typeof type === "string" && /^(message|agent_message|reasoning)$|_(call|output|result)$/.test(type)),
};

const GEMINI_PART: KnownKeys = {
  ...nestKeys(
    leaving(
      makeKnownKeys(
        "text thought functionCall function_call functionResponse function_response inlineData inline_data fileData",
        "file_data",
      ),
      {
        "opaque values for the provider": "thoughtSignature thought_signature",
        "what the program keeps for itself": "videoMetadata video_metadata mediaResolution partMetadata",
      },
    ),
    {
      functionCall: leaving(makeKnownKeys("id name args"), {
        "what another key says": "partialArgs",
        "what the program keeps for itself": "willContinue",
      }),
      function_call: leaving(makeKnownKeys("id name args"), {
        "what another key says": "partial_args",
        "what the program keeps for itself": "will_continue",
      }),
      functionResponse: leaving(makeKnownKeys("id name response parts"), {
        "what the program keeps for itself": "scheduling willContinue",
      }),
      function_response: leaving(makeKnownKeys("id name response parts"), {
        "what the program keeps for itself": "scheduling will_continue",
      }),
    },
  ),
  isOf: ({ text, functionCall, function_call: call, functionResponse, function_response: response }) =>
    [text, functionCall, call, functionResponse, response].some((value) => value !== undefined),
};
export const GEMINI_CONTENT = nestKeys(makeKnownKeys("role parts"), { parts: GEMINI_PART });
export const GEMINI_CONTENTS = { content: GEMINI_PART };

const CHAT_PART: KnownKeys = {
  ...leaving(
    makeKnownKeys(
      "type text content thinking think reasoning summary signature data id name input args arguments function",
      "cache_control citations annotations logprobs refusal tool_use_id tool_call_id toolCallId toolName call_id",
      "is_error isError response result output status source caller index encrypted_content state providerMetadata",
      "finish_reason phase transcript",
    ),
    {
      "what the program keeps for itself":
        "extras redacted internal providerOptions providerExecuted experimental_providerMetadata",
      "what another key says": "parsed_args",
      "ids, times and marks": "server_name",
    },
  ),
  isOf: ({ type, text }) =>
    typeof text === "string" || (typeof type === "string" && /text|think|reasoning|tool|function/.test(type)),
};
/**
 * A message of an unknown API, as tracing tools store it, also as LangChain serialises it. Its framework
 * decides what else it contains.
 */
export const CHAT_MESSAGE = nestKeys(
  leaving(
    addKnownKeys(
      OPENAI_MESSAGE,
      "parts finish_reason model source metadata status is_error isError error toolName toolCallId input output",
      "args result response additional_kwargs response_metadata usage_metadata artifact example kwargs data",
      "arguments call_id created_at stop_reason usage summary encrypted_content thinking function timestamp",
    ),
    {
      "what another key says": "invalid_tool_calls tool_call_chunks stop_sequence",
      "ids, times and marks": "lc createdAt",
      "what the program keeps for itself": "providerOptions experimental_providerMetadata internal",
    },
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
