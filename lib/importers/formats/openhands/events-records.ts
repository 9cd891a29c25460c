import { OPENAI_RESPONSE } from "../../messages/openai-records";
import type { ReadingOf } from "../../shared/record-type";
import { defineRecord, field } from "../../shared/record-type";

/** What an action was given: each has fields of its own. */
export const OPENHANDS_ARGS = defineRecord(
  {
    content: field.text("of a message, or of the system prompt"),
    thought: field.value("what the model said before it acted"),
    tools: field.value("of the system prompt: the tools' schemas"),
    forgotten_event_ids: field.value("of a condensation: the events that leave the window"),
    forgotten_events_start_id: field.unseen(field.value("of a condensation: the first event that leaves")),
    forgotten_events_end_id: field.unseen(field.value("of a condensation: the last event that leaves")),
    summary: field.text("of a condensation: what takes their place"),
    summary_offset: field.value("of a condensation: how many events stand before the summary"),
  },
  { others: "the action's" },
);

const CALL_FACTS = defineRecord(
  {
    tool_call_id: field.value("the provider's id of the call"),
    model_response: field.value("the provider's whole answer", OPENAI_RESPONSE),
  },
  { others: "the program's" },
);

/** An event: an action, or what was observed after one. */
export const OPENHANDS_EVENT = defineRecord({
  id: field.value("the event's number"),
  timestamp: field.instant("when it was written"),
  source: field.value("`user`, `agent` or `environment`"),
  message: field.text("what the user is shown"),
  action: field.value("`system`, `message`, `run`, `read`, `condensation`, …"),
  args: field.value("of an action", OPENHANDS_ARGS),
  observation: field.value("`run`, `read`, `error`, `agent_state_changed`, …"),
  content: field.text("of an observation"),
  cause: field.value("of an observation: the number of its action"),
  tool_call_metadata: field.one(CALL_FACTS, "of an action and of its observation: the call"),
  extras: field.left("what the program keeps for itself", "of an observation: its figures"),
  success: field.left("what the program keeps for itself", "of an observation"),
  llm_metrics: field.unseen(field.left("what the program keeps for itself", "sums of all calls so far")),
  timeout: field.unseen(field.left("what the program keeps for itself", "of an action")),
  hidden: field.unseen(field.left("what the program keeps for itself", "the user is not shown it")),
  image_urls: field.unseen(field.left("what the program keeps for itself", "pictures of a page")),
});

const LLM_CONFIG = defineRecord({ model: field.name("that is called") }, { others: "the program's" });
const RUN_METADATA = defineRecord(
  { llm_config: field.one(LLM_CONFIG, "how the model is called") },
  { others: "the program's" },
);

/** A run of an evaluation. */
export const OPENHANDS_RUN = defineRecord({
  instance_id: field.unseen(field.value("the task")),
  history: field.unseen(field.value("its events")),
  metadata: field.unseen(field.one(RUN_METADATA, "of the whole evaluation")),
  test_result: field.unseen(field.left("what the program keeps for itself", "of the tests of the task")),
  instruction: field.unseen(
    field.left("what the program keeps for itself", "the task, as the events have it"),
  ),
  metrics: field.unseen(field.left("what the program keeps for itself", "sums of all calls")),
  error: field.unseen(field.left("what the program keeps for itself", "why the run ended")),
  instance: field.unseen(field.left("what the program keeps for itself", "the task as the data set has it")),
  report: field.unseen(field.left("what the program keeps for itself", "which tests passed")),
});

export type OpenhandsEvent = ReadingOf<typeof OPENHANDS_EVENT>;
