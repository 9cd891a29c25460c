import { OPENAI_MESSAGE, OPENAI_RESPONSE } from "../messages/openai-records";
import { defineRecord, field } from "../shared/record-type";

const METADATA = defineRecord(
  {
    session_id: field.unseen(field.value("the session")),
    instance_id: field.value("the task of a benchmark"),
  },
  { others: "the caller's" },
);

/** A line of an OpenAI request log: a request with all its messages. */
export const LOGGED_REQUEST = defineRecord({
  model: field.text("that was called"),
  messages: field.value("all that was sent; some logs end it with the answer", OPENAI_MESSAGE),
  metadata: field.one(METADATA, "what the caller says of the request"),
  tools: field.unseen(field.value("the schemas of the tools")),
  timestamp: field.unseen(field.instant("when it was sent")),
  response: field.unseen(field.value("the answer as the API gave it", OPENAI_RESPONSE)),
});

const PARAMS = defineRecord(
  {
    messages: field.value("all that was sent", OPENAI_MESSAGE),
    tools: field.value("the schemas of the tools"),
    model: field.text("that was called"),
  },
  { others: "the API's" },
);

/** A line of a chat completions log: a request, or the response to the one before. */
export const LOGGED_HALF = defineRecord({
  type: field.value("`request` or `response`"),
  timestamp: field.instant("when it was sent, or had come"),
  request_params: field.one(PARAMS, "of a request: what was sent"),
  response: field.value("of a response: as the API gave it", OPENAI_RESPONSE),
  cost: field.cost("of a response: in US dollars"),
  outputs: field.left("what another key says", "of a response: what it says and calls"),
});

const KWARGS = defineRecord(
  { tools: field.value("the schemas of the tools, in older versions") },
  { others: "the API's" },
);

/** A file of a LiteLLM call log: a request with its response, written when that had come. */
export const LOGGED_CALL = defineRecord({
  messages: field.value("all that was sent", OPENAI_MESSAGE),
  tools: field.value("the schemas of the tools"),
  kwargs: field.one(KWARGS, "what else was sent"),
  context_window: field.count("the model's limit"),
  response: field.value("as the API gave it", OPENAI_RESPONSE),
  cost: field.cost("in US dollars"),
  timestamp: field.value("when the response had come, in seconds"),
  latency_sec: field.value("how long the call took, in seconds"),
  error: field.unseen(field.left("what another key says", "why the call failed")),
  raw_response: field.unseen(
    field.left("what another key says", "the response before it was made one of OpenAI's"),
  ),
  usage_summary: field.unseen(field.left("prices and sums", "of the response")),
});
