import { ANTHROPIC_CONTENT } from "../messages/anthropic-records";
import { defineRecord, field } from "../shared/record-type";

const PROGRAM = "what the program keeps for itself";
const MARKS = "ids, times and marks";

const MONEY = defineRecord({
  amount: field.text("in the smallest unit, such as cents"),
  currency: field.name("`USD`"),
});

/** What a session has used up to an event. */
const SESSION_USAGE = defineRecord(
  { list_cost: field.one(MONEY, "at list prices") },
  { others: "the session's" },
);

const RUBRIC = defineRecord({
  type: field.left("what another key says", "`text` or `file`"),
  content: field.text("of a `text`"),
  file_id: field.unseen(field.left(MARKS, "of a `file`")),
});

/** An event. Its type says which of the fields it has. */
export const MANAGED_EVENT = defineRecord({
  type: field.name("its kind: `agent.tool_use`, `span.model_request_end`, …"),
  id: field.id("the id of the event; the result of a call names the call by it"),
  processed_at: field.instant("when it was recorded"),
  content: field.value("of a message or a result: parts", ANTHROPIC_CONTENT.content),
  name: field.value("of a call: the tool"),
  input: field.value("of a call: the arguments"),
  tool_use_id: field.id("of a result: the call"),
  mcp_tool_use_id: field.id("of a result of MCP: the call"),
  custom_tool_use_id: field.id("of a result that the client gave: the call"),
  is_error: field.value("of a result: the tool failed; of a request: it failed"),
  model_usage: field.value("of a request's end: its tokens"),
  usage: field.one(SESSION_USAGE, "of a session so far, or of the model that judges an outcome"),
  description: field.text("of an outcome: what is to be reached"),
  rubric: field.one(RUBRIC, "of an outcome: how it is judged"),
  agent_name: field.name("of a thread: whose it is"),
  from_agent_name: field.unseen(field.name("of a message of another agent: whose it is")),
  session_thread_id: field.id("of what an agent did: the thread, where it is not the session's own"),
  model_request_start_id: field.left(MARKS, "of a request's end"),
  outcome_evaluation_start_id: field.unseen(field.left(MARKS, "of a judgement's end")),
  outcome_id: field.left(MARKS, "of an outcome"),
  iteration: field.unseen(field.left(MARKS, "of a judgement")),
  from_session_thread_id: field.unseen(field.left(MARKS, "of a message of another agent")),
  to_session_thread_id: field.unseen(field.left(MARKS, "of a message to another agent")),
  to_agent_name: field.unseen(field.left(MARKS, "of a message to another agent")),
  workflow_run_id: field.unseen(field.left(MARKS, "of a thread")),
  mcp_server_name: field.left(MARKS, "of a call of MCP"),
  evaluated_permission: field.left(PROGRAM, "of a call: whether it may run"),
  evaluation: field.left(PROGRAM, "of a call: why it may run"),
  max_iterations: field.left(PROGRAM, "of an outcome"),
  explanation: field.unseen(field.left(PROGRAM, "of a judgement")),
  stop_reason: field.left(PROGRAM, "why the session waits"),
  stop_details: field.left(PROGRAM, "why the session waits, in more words"),
  error: field.unseen(field.left(PROGRAM, "what went wrong, and whether it is tried again")),
  result: field.unseen(field.left(PROGRAM, "of a permission or a judgement")),
  deny_message: field.unseen(field.left(PROGRAM, "of a permission that was refused")),
});

/** A page of the API's answer. */
export const PAGE = defineRecord({
  data: field.unseen(field.value("the events")),
  next_page: field.unseen(field.left(MARKS, "where the next page begins")),
});

/** A line of those who keep each event beside what they read of it. */
export const KEPT_EVENT = defineRecord(
  { raw: field.unseen(field.value("the event", MANAGED_EVENT)) },
  { others: "the keeper's" },
);
