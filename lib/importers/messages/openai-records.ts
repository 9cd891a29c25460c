import { defineRecord, field } from "../shared/record-type";
import type { Loose } from "../shared/values";

const PROVIDER = { others: "the provider's" };

function hasText({ text }: Loose): boolean {
  return typeof text === "string";
}

/** A part of a message that is a text. Others are read by their kind. */
export const OPENAI_PART = defineRecord(
  {
    type: field.value("`text`, `input_text`, `output_text`, `refusal`, …"),
    text: field.value("the text"),
    cache_control: field.unseen(field.value("the prefix up to here is to be cached")),
    annotations: field.unseen(field.value("the sources of what is said")),
    logprobs: field.unseen(field.value("how likely each token was")),
    citations: field.unseen(field.value("the sources of what is said")),
    refusal: field.unseen(field.value("why the model does not answer")),
    cache_prompt: field.left("what the program keeps for itself", "of OpenHands: the prefix is to be cached"),
    enable_truncation: field.unseen(
      field.left("what the program keeps for itself", "of OpenHands: a long text is cut"),
    ),
  },
  { isOf: hasText },
);

const FUNCTION = defineRecord({
  name: field.value("the tool"),
  arguments: field.value("their JSON text"),
  description: field.unseen(field.value("of the tool, where a log has it with the call")),
  parameters: field.unseen(field.value("of the tool, where a log has it with the call")),
  parsed_arguments: field.unseen(field.left("what another key says", "the arguments, read")),
});

const CUSTOM = defineRecord({
  name: field.unseen(field.value("the tool")),
  input: field.unseen(field.value("a text")),
});

/** A tool that an answer asks for. */
export const OPENAI_CALL = defineRecord({
  id: field.value("by which its result names it"),
  type: field.value("`function` or `custom`"),
  index: field.value("of a streamed call: its place"),
  function: field.value("which function, with which arguments", FUNCTION),
  custom: field.unseen(field.value("which tool that takes a text", CUSTOM)),
  name: field.value("the tool, of calls without `function`"),
  arguments: field.value("of calls without `function`"),
  args: field.unseen(field.value("of calls without `function`")),
  input: field.unseen(field.value("of calls without `function`")),
  requestor: field.value("of tau2-bench: who calls, the agent or its customer"),
  origin: field.value("of OpenHands: which API gave it"),
  caller: field.unseen(field.value("who called, the model or code that it runs")),
  extra_content: field.unseen(
    field.left("opaque values for the provider", "of Gemini's: the seal of its reasoning"),
  ),
  thought_signature: field.unseen(
    field.left("opaque values for the provider", "of Gemini's: the seal of its reasoning"),
  ),
  provider_specific_fields: field.unseen(
    field.left("opaque values for the provider", "of LiteLLM: what only this one has"),
  ),
});

/** A message of Chat Completions, and what other providers with this API add. */
export const OPENAI_MESSAGE = defineRecord({
  role: field.value("`system`, `developer`, `user`, `assistant`, `tool` or `function`"),
  content: field.value("a text, or parts", OPENAI_PART),
  name: field.value("who speaks, or of a result the tool"),
  tool_calls: field.value("of an answer: the tools that it asks for", OPENAI_CALL),
  tool_call_id: field.value("of a result: the call that it answers"),
  function_call: field.value("of an answer, before there were several: the function that it asks for"),
  type: field.value("`message`"),
  id: field.value("the message's"),
  refusal: field.value("why the model does not answer"),
  annotations: field.value("the sources of what is said"),
  audio: field.unseen(field.value("what is spoken")),
  parsed: field.unseen(field.value("an answer in a given form, read")),
  cache_control: field.unseen(field.value("the prefix up to here is to be cached")),
  reasoning: field.value("what the model thought, of OpenRouter, Groq and others"),
  reasoning_content: field.unseen(field.value("what the model thought, of DeepSeek and others")),
  reasoning_details: field.value("what the model thought, in parts, of OpenRouter"),
  reasoning_text: field.unseen(field.value("what the model thought, of Copilot")),
  thinking_blocks: field.value("what the model thought, of LiteLLM for Anthropic"),
  images: field.unseen(field.value("pictures that the model made")),
  provider_specific_fields: field.unseen(
    field.left("opaque values for the provider", "of LiteLLM: what only this one has"),
  ),
});

const CHOICE = defineRecord({ message: field.value("the answer", OPENAI_MESSAGE) }, PROVIDER);

/** What Chat Completions gives back. */
export const OPENAI_RESPONSE = defineRecord(
  { choices: field.value("the answers: mostly one", CHOICE) },
  PROVIDER,
);

/** An item of the Responses API: a message, reasoning, a call of a tool or its output. */
export const RESPONSE_ITEM = defineRecord(
  {
    type: field.value("`message`, `reasoning`, `function_call`, `function_call_output`, …"),
    id: field.value("the item's"),
    role: field.value("of a message: who speaks"),
    content: field.value("of a message or of reasoning: its parts", OPENAI_PART),
    status: field.value("`in_progress`, `completed` or `incomplete`"),
    phase: field.value("of a message: `commentary` or `final_answer`"),
    name: field.value("of a call: the tool"),
    namespace: field.value("of a call: the group of the tool"),
    call_id: field.value("of a call and its output: what joins them"),
    arguments: field.value("of a function's call: their JSON text"),
    input: field.value("of a custom tool's call: a text"),
    action: field.value("of a shell's, a computer's or a search's call: what to do"),
    queries: field.unseen(field.value("of a search in files")),
    output: field.value("of an output: what the tool gave"),
    outputs: field.unseen(field.value("of an interpreter's call: what the code gave")),
    results: field.unseen(field.value("of a search in files: what was found")),
    result: field.value("of an image's call: the image"),
    summary: field.value("of reasoning: what may be shown of it"),
    encrypted_content: field.value("of reasoning: all of it, sealed"),
    tools: field.value("of a list of an MCP server's tools"),
    execution: field.value("of a search for tools: where it runs"),
    code: field.unseen(field.value("of an interpreter's call")),
    error: field.unseen(field.value("of an MCP call: why it failed")),
    operation: field.unseen(field.value("of a patch's call: what to change")),
    environment: field.unseen(field.value("of a shell's call: where it runs")),
    author: field.value("of a message between agents: who writes"),
    recipient: field.value("of a message between agents: who reads"),
    tool_name: field.unseen(field.value("of an output, where a program writes its own: the tool")),
    tool_call_id: field.unseen(field.value("of an output, where a program writes its own: the call")),
    tool_use_id: field.unseen(field.value("of an output, where a program writes its own: the call")),
    metadata: field.value("what a program adds"),
    container_id: field.unseen(field.left("ids, times and marks", "of an interpreter's call: where it ran")),
    server_label: field.unseen(field.left("ids, times and marks", "of an MCP call: the server")),
    approval_request_id: field.unseen(
      field.left("what the program keeps for itself", "of an MCP call: what a person allowed"),
    ),
    max_output_length: field.unseen(
      field.left("what the program keeps for itself", "of a shell's call: where its output is cut"),
    ),
    created_by: field.unseen(field.left("what the program keeps for itself", "which agent made it")),
    channel: field.unseen(field.left("what the program keeps for itself", "of a message: whom it is for")),
    end_turn: field.unseen(
      field.left("what the program keeps for itself", "of a message: nothing follows it"),
    ),
    internal_chat_message_metadata_passthrough: field.left("what another key says", "of Codex's service"),
    revised_prompt: field.left("what another key says", "of an image's call: what was drawn"),
  },
  {
    isOf: ({ type }) =>
      type === undefined ||
      (typeof type === "string" && /^(message|agent_message|reasoning)$|_(call|output|result)$/.test(type)),
  },
);
