import { anyKeys } from "../shared/known-keys";
import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";

/** A row of `messages`. */
const MESSAGE = defineRecord({
  id: field.value("the message's"),
  session_id: field.value("its session"),
  role: field.value("`user`, `assistant` or `tool`"),
  parts: field.text("JSON text of a list of parts"),
  model: field.name("of an answer: the model"),
  provider: field.name("of an answer: the provider"),
  created_at: field.instant("when it was made"),
  finished_at: field.instant("of an answer: when it ended"),
  is_summary_message: field.unseen(field.value("1 of an answer that sums up the session")),
  updated_at: field.left("ids, times and marks", "when it was last written to"),
});

/** A row of `sessions`. */
const SESSION = defineRecord({
  id: field.value("the session's: of a sub-agent, the call that began it stands behind `$$`"),
  parent_session_id: field.id("of a sub-agent: the session that began it"),
  title: field.name("the session's"),
  created_at: field.instant("when it began"),
  summary_message_id: field.value("the answer from which on messages are sent"),
  message_count: field.left("ids, times and marks", "how many messages it has"),
  updated_at: field.left("ids, times and marks", "when it was last written to"),
  prompt_tokens: field.left("prices and sums", "what the last call read"),
  completion_tokens: field.left("prices and sums", "what the last call wrote"),
  cost: field.left("prices and sums", "in US dollars"),
  todos: field.unseen(field.left("what the program keeps for itself", "the agent's plan")),
});

/** What a part of a message says. The part's type says which of the fields it has: crush, internal/message/content.go. */
export const CRUSH_DATA = defineRecord({
  text: field.text("of a text"),
  thinking: field.text("of reasoning"),
  id: field.value("of a call of a tool: the id of the call"),
  name: field.name("of a call of a tool or its result: the tool"),
  input: field.value("of a call of a tool: the JSON text of its arguments"),
  tool_call_id: field.value("of a result: the call"),
  content: field.text("of a result: what the model is given"),
  is_error: field.flag("of a result: the tool failed"),
  reason: field.value("of an end: `end_turn`, `tool_use`, `error`, `canceled`, …"),
  message: field.text("of an end: what went wrong"),
  details: field.text("of an end: more of it"),
  url: field.unseen(field.value("of a picture: where it is")),
  path: field.unseen(field.value("of a file: where it is")),
  Path: field.value("`path`, in the first opencode"),
  time: field.left("ids, times and marks", "of an end: when it was"),
  type: field.left("ids, times and marks", "of a call of a tool: `function`"),
  finished: field.left("ids, times and marks", "of a call of a tool: its arguments are whole"),
  started_at: field.unseen(field.left("ids, times and marks", "of reasoning")),
  finished_at: field.unseen(field.left("ids, times and marks", "of reasoning")),
  metadata: field.left("what the program keeps for itself", "of a result: what is shown of it"),
  provider_executed: field.unseen(
    field.left("what the program keeps for itself", "of a call of a tool: the provider runs it"),
  ),
  detail: field.unseen(
    field.left("what the program keeps for itself", "of a picture: how closely it is looked at"),
  ),
  data_size: field.unseen(field.left("what the program keeps for itself", "of a file")),
  signature: field.left("opaque values for the provider", "of Anthropic's reasoning"),
  thought_signature: field.unseen(field.left("opaque values for the provider", "of Gemini's reasoning")),
  tool_id: field.unseen(
    field.left("opaque values for the provider", "of Gemini's reasoning: the call that it led to"),
  ),
  responses_data: field.unseen(field.left("opaque values for the provider", "of OpenAI's reasoning")),
  data: field.unseen(field.left("opaque values for the provider", "of a result or a file: its bytes")),
  Data: field.left("opaque values for the provider", "`data`, in the first opencode"),
  mime_type: field.unseen(field.left("opaque values for the provider", "of a result or a file: its kind")),
  MIMEType: field.left("opaque values for the provider", "`mime_type`, in the first opencode"),
});

/** What is read of the database: the rows of two tables. */
export const CRUSH_TABLES = { messages: MESSAGE, sessions: SESSION };

/** A row of a table as it is read. */
export const CRUSH_ROW = defineRecord({
  table: field.value("its name"),
  row: field.value("its columns"),
});

/** The first record: which tables there are, each with its columns. */
export const CRUSH_SCHEMA = defineRecord({ tables: field.value("by their names", anyKeys(CRUSH_TABLES)) });

export type CrushData = ReadingOf<typeof CRUSH_DATA>;
export type CrushMessage = ReadingOf<typeof MESSAGE>;
export type CrushSession = ReadingOf<typeof SESSION>;
