import { defineRecord, field } from "../../shared/record-type";

const FRAMEWORK = { others: "the framework's" };
const OWN = "what the program keeps for itself";
const MARKS = "ids, times and marks";

const METADATA = defineRecord(
  {
    session_id: field.unseen(field.value("the thread")),
    thread_id: field.value("the thread"),
    conversation_id: field.unseen(field.value("the thread")),
    ls_model_name: field.name("the model"),
  },
  FRAMEWORK,
);
const PARAMETERS = defineRecord(
  {
    model: field.unseen(field.text("the model")),
    model_name: field.unseen(field.text("the model")),
    tools: field.value("the tools that it may call"),
  },
  FRAMEWORK,
);
const EXTRA = defineRecord(
  {
    metadata: field.one(METADATA, "marks of whoever sends it"),
    invocation_params: field.one(PARAMETERS, "how the model was called"),
  },
  FRAMEWORK,
);
const INPUTS = defineRecord(
  {
    messages: field.value("what was sent: a list, or one for each prompt of a batch"),
    prompts: field.unseen(field.value("what was sent, as texts")),
    prompt: field.unseen(field.value("what was sent, as a text")),
    input: field.value("what was sent"),
    tools: field.unseen(field.value("the tools that the model may call")),
    model: field.unseen(field.name("the model")),
  },
  FRAMEWORK,
);

/** What a run gave, in the form of its framework. */
export const LANGSMITH_OUTPUTS = defineRecord(
  {
    generations: field.value("of LangChain: a list, or one for each prompt of a batch"),
    choices: field.unseen(field.value("of OpenAI")),
    message: field.unseen(field.value("the answer")),
    messages: field.unseen(field.value("all messages, the answer last")),
    output: field.text("the answer"),
    content: field.unseen(field.text("the answer")),
    usage_metadata: field.unseen(field.value("the tokens")),
    llm_output: field.value("of LangChain: the tokens stand in it"),
    usage: field.unseen(field.value("the tokens")),
  },
  FRAMEWORK,
);

/** A run: langchain-ai/langsmith-sdk, js/src/schemas.ts. */
export const LANGSMITH_RUN = defineRecord({
  id: field.value("the run's"),
  run_type: field.value("`llm`, `chain`, `tool`, `prompt`, `parser`, …"),
  trace_id: field.value("the outermost run above it"),
  parent_run_id: field.value("the run above it"),
  dotted_order: field.text("all runs above it and itself, each with its start"),
  child_runs: field.unseen(field.value("the runs below it")),
  start_time: field.instant("when it began"),
  end_time: field.instant("when it ended"),
  inputs: field.one(INPUTS, "what it was given"),
  outputs: field.value("what it gave", LANGSMITH_OUTPUTS),
  extra: field.one(EXTRA, "how it was made"),
  error: field.name("why it failed"),
  prompt_tokens: field.tokens("that it read"),
  completion_tokens: field.tokens("that it wrote"),
  prompt_token_details: field.unseen(field.value("of the input: the tokens that a cache had")),
  completion_token_details: field.unseen(field.value("of the output: the tokens of reasoning")),
  total_cost: field.unseen(field.cost("in US dollars")),
  name: field.left(OWN, "what it is called"),
  events: field.unseen(field.left(OWN, "when its first token came")),
  tags: field.unseen(field.left(OWN, "of whoever sends it")),
  status: field.unseen(field.left("what another key says", "`success`, `error` or `pending`")),
  thread_id: field.unseen(field.left("what another key says", "the thread")),
  metadata: field.unseen(field.left("what another key says", "marks of whoever sends it")),
  messages: field.unseen(field.left("what another key says", "what was sent and given")),
  session_id: field.left(MARKS, "the project"),
  session_name: field.unseen(field.left(OWN, "the project")),
  serialized: field.unseen(field.left(OWN, "how the framework made what ran")),
  feedback_stats: field.unseen(field.left(OWN, "how people judged it")),
  app_path: field.unseen(field.left(OWN, "where it is shown")),
  manifest_id: field.unseen(field.left(OWN, "how the framework made what ran")),
  in_dataset: field.unseen(field.left(OWN, "it was kept as an example")),
  share_token: field.unseen(field.left(OWN, "where it is shown to others")),
  last_queued_at: field.unseen(field.left(OWN, "when it was put before a person")),
  trace_tier: field.unseen(field.left(OWN, "how long it is kept")),
  trace_upgrade: field.unseen(field.left(OWN, "it is kept longer")),
  ttl_seconds: field.unseen(field.left(OWN, "how long it is kept")),
  reference_example_id: field.unseen(field.left(MARKS, "the example that it was run on")),
  child_run_ids: field.unseen(field.left(MARKS, "the runs below it")),
  parent_run_ids: field.unseen(field.left(MARKS, "the runs above it")),
  first_token_time: field.unseen(field.left(MARKS, "when its first token came")),
  price_model_id: field.unseen(field.left(MARKS, "by which prices it was billed")),
  execution_order: field.unseen(field.left(MARKS, "its place")),
  total_tokens: field.unseen(field.left("prices and sums", "read and written")),
  prompt_cost: field.unseen(field.left("prices and sums", "of what it read")),
  completion_cost: field.unseen(field.left("prices and sums", "of what it wrote")),
  prompt_cost_details: field.unseen(field.left("prices and sums", "of what it read")),
  completion_cost_details: field.unseen(field.left("prices and sums", "of what it wrote")),
  inputs_preview: field.unseen(field.left("what another key says", "the beginning of what it was given")),
  outputs_preview: field.unseen(field.left("what another key says", "the beginning of what it gave")),
  inputs_s3_urls: field.unseen(field.left("what another key says", "where what it was given is kept")),
  outputs_s3_urls: field.unseen(field.left("what another key says", "where what it gave is kept")),
  s3_urls: field.unseen(field.left("what another key says", "where parts of it are kept")),
});

/** A page of the API has `runs`; a batch of a client has runs that begin, and what ends others. */
export const LANGSMITH_LIST = defineRecord({
  post: field.unseen(field.value("runs that begin")),
  patch: field.unseen(field.value("what is added to runs that began")),
  runs: field.unseen(field.value("runs of a page")),
  cursors: field.unseen(field.left(OWN, "where the next page begins")),
  search_cursors: field.unseen(field.left(OWN, "where the next page begins")),
  parsed_query: field.unseen(field.left(OWN, "what was asked for")),
});
