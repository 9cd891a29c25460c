import { joinKeys } from "../shared/known-keys";
import { defineRecord, field } from "../shared/record-type";
import { OPENAI_MESSAGE } from "./openai-records";

const FRAMEWORK = { others: "the framework's" };

/** A part that is a text, reasoning, a call of a tool or its result, as any framework writes it. */
const PART = defineRecord(
  {
    type: field.value("its kind"),
    text: field.value("of a text"),
    content: field.value("of a text or a result"),
    thinking: field.unseen(field.value("of reasoning, of Anthropic")),
    think: field.value("of reasoning, of Kimi"),
    reasoning: field.value("of reasoning, of LangChain"),
    summary: field.unseen(field.value("of reasoning, of OpenAI: what may be shown of it")),
    signature: field.unseen(field.value("of reasoning: the provider's seal")),
    data: field.unseen(field.value("of sealed reasoning")),
    id: field.value("of a call"),
    name: field.value("of a call: the tool"),
    input: field.value("of a call: the arguments"),
    args: field.unseen(field.value("of a call: the arguments")),
    arguments: field.value("of a call: the arguments"),
    function: field.unseen(field.value("of a call, of OpenAI")),
    cache_control: field.unseen(field.value("the prefix up to here is to be cached")),
    citations: field.unseen(field.value("of a text: its sources")),
    annotations: field.unseen(field.value("of a text: its sources")),
    logprobs: field.unseen(field.value("of a text: how likely each token was")),
    refusal: field.unseen(field.value("why the model does not answer")),
    tool_use_id: field.unseen(field.value("of a result: the call, of Anthropic")),
    tool_call_id: field.unseen(field.value("of a result: the call, of OpenAI")),
    toolCallId: field.value("of a call or its result, of the AI SDK"),
    toolName: field.value("of a call or its result, of the AI SDK"),
    call_id: field.unseen(field.value("of a call or its result, of OpenAI's responses")),
    is_error: field.unseen(field.value("of a result: the tool failed")),
    isError: field.unseen(field.value("of a result: the tool failed")),
    response: field.value("of a result, of Gemini and of OpenTelemetry"),
    result: field.unseen(field.value("of a result, of OpenTelemetry")),
    output: field.value("of a result, of the AI SDK"),
    status: field.unseen(field.value("how far it has come")),
    source: field.unseen(field.value("of a document or a picture")),
    caller: field.unseen(field.value("of a call: who called, the model or code that it runs")),
    index: field.unseen(field.value("of a streamed part: its place")),
    encrypted_content: field.unseen(field.value("of sealed reasoning")),
    state: field.unseen(field.value("of a part of the AI SDK's interface: how far it has come")),
    providerMetadata: field.unseen(field.value("of the AI SDK: what only this provider has")),
    finish_reason: field.unseen(field.value("why the answer ended")),
    phase: field.unseen(field.value("of a text: `commentary` or `final_answer`")),
    transcript: field.unseen(field.value("of speech: what is said")),
    extras: field.unseen(field.left("what the program keeps for itself", "of LangChain")),
    redacted: field.unseen(field.left("what the program keeps for itself", "of reasoning: it is sealed")),
    internal: field.unseen(
      field.left("what the program keeps for itself", "of Inspect: what only this provider has"),
    ),
    providerOptions: field.unseen(field.left("what the program keeps for itself", "of the AI SDK: settings")),
    providerExecuted: field.unseen(
      field.left("what the program keeps for itself", "of a call: the provider runs it"),
    ),
    experimental_providerMetadata: field.unseen(
      field.left("what the program keeps for itself", "of the AI SDK: what only this provider has"),
    ),
    parsed_args: field.unseen(field.left("what another key says", "of a call: the arguments, read")),
    server_name: field.unseen(field.left("ids, times and marks", "of a call: the MCP server")),
  },
  {
    isOf: ({ type, text }) =>
      typeof text === "string" ||
      (typeof type === "string" && /text|think|reasoning|tool|function/.test(type)),
  },
);

const ANY_CALL = defineRecord({}, FRAMEWORK);

/** What frameworks add to a message of OpenAI's API. */
const FRAMEWORK_MESSAGE = defineRecord({
  content: field.value("a text, or parts", PART),
  parts: field.value("of OpenTelemetry, Gemini and the AI SDK's interface", PART),
  tool_calls: field.value("of an answer, in any form", ANY_CALL),
  finish_reason: field.value("why the answer ended"),
  stop_reason: field.value("why the answer ended"),
  model: field.value("that answered"),
  source: field.value("where the message is from: `input`, `generate`, …"),
  metadata: field.value("marks of whoever sends it"),
  status: field.value("of a result: `success` or `error`"),
  is_error: field.value("of a result: the tool failed"),
  isError: field.value("of a result: the tool failed"),
  error: field.value("of a result: why the tool failed"),
  toolName: field.value("of a call or its result, of the AI SDK"),
  toolCallId: field.value("of a call or its result, of the AI SDK"),
  input: field.value("of a call"),
  output: field.value("of a result"),
  args: field.value("of a call"),
  arguments: field.value("of a call"),
  call_id: field.value("of a call or its result, of OpenAI's responses"),
  result: field.value("of a result"),
  response: field.value("of a result, of Gemini"),
  function: field.value("of a result, of Inspect: the tool"),
  additional_kwargs: field.value("of LangChain: what only this provider has"),
  response_metadata: field.value("of LangChain: the model and why the answer ended"),
  usage_metadata: field.value("of LangChain: the tokens"),
  artifact: field.value("of LangChain: what a tool gave and no model reads"),
  example: field.value("of LangChain: the message is part of an example"),
  kwargs: field.value("of LangChain's own JSON: the message"),
  data: field.value("of LangChain's older JSON: the message"),
  created_at: field.value("when it was made"),
  timestamp: field.value("when it was made"),
  usage: field.value("the tokens of the answer"),
  summary: field.value("of reasoning"),
  encrypted_content: field.value("of sealed reasoning"),
  thinking: field.value("of reasoning, of Ollama"),
  invalid_tool_calls: field.left("what another key says", "of LangChain: calls whose arguments are no JSON"),
  tool_call_chunks: field.left("what another key says", "of LangChain: pieces of calls"),
  stop_sequence: field.left("what another key says", "of Anthropic: the text that ended the answer"),
  lc: field.left("ids, times and marks", "of LangChain's own JSON: its version"),
  createdAt: field.left("ids, times and marks", "of the AI SDK's interface: when it was made"),
  providerOptions: field.left("what the program keeps for itself", "of the AI SDK: settings"),
  experimental_providerMetadata: field.left(
    "what the program keeps for itself",
    "of the AI SDK: what only this provider has",
  ),
  internal: field.left("what the program keeps for itself", "of Inspect: what only this provider has"),
});

/**
 * A message of an unknown API, as tracing tools store it, also as LangChain serialises it. Its framework
 * decides what else it contains.
 */
export const CHAT_MESSAGE = joinKeys(OPENAI_MESSAGE, FRAMEWORK_MESSAGE);
