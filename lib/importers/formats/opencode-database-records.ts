import { anyKeys } from "../shared/known-keys";
import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";
import { OPENCODE_TOKENS } from "./opencode-records";

const PROGRAM = { others: "the program's" };

/** A row of `session`. */
const SESSION = defineRecord(
  {
    id: field.id("the session's"),
    parent_id: field.id("of an agent: the session that began it"),
    fork_session_id: field.id("of a fork: the session of which it begins as a copy"),
    title: field.name("the session's"),
    time_created: field.instant("when it began"),
    cost: field.cost("of all its calls, in US dollars"),
    tokens_input: field.tokens("that were read, without what a cache had"),
    tokens_output: field.tokens("that were written, without reasoning"),
    tokens_reasoning: field.tokens("that were reasoning"),
    tokens_cache_read: field.tokens("that were read from a cache"),
    tokens_cache_write: field.tokens("that were written to a cache"),
  },
  PROGRAM,
);

/** A row of a table that keeps a record as JSON. */
const STORED = defineRecord({
  id: field.value("the record's"),
  session_id: field.value("its session"),
  message_id: field.value("of a part: its message"),
  type: field.value("of a message of version 2: `user`, `assistant`, `compaction`, …"),
  seq: field.value("of a message of version 2: its place in the session"),
  data: field.text("JSON text of all else"),
  time_created: field.left("what another key says", "when it was made"),
  time_updated: field.left("ids, times and marks", "when it was last written to"),
});

const FILE = defineRecord({
  mime: field.value("its kind"),
  name: field.name("its name"),
  data: field.text("its bytes, in base64"),
  description: field.unseen(field.text("what it is")),
  source: field.left("ids, times and marks", "where it comes from"),
  mention: field.unseen(field.left("ids, times and marks", "where the question names it")),
});

const MODEL = defineRecord({ id: field.name("its name"), providerID: field.name("who runs it") }, PROGRAM);

const FAULT = defineRecord({ type: field.text("its kind"), message: field.text("what went wrong") }, PROGRAM);

const OUTPUT = defineRecord(
  {
    type: field.value("`text`, or of a file"),
    text: field.text("of a text"),
    mime: field.unseen(field.value("of a file")),
  },
  PROGRAM,
);

const TOOL_STATE = defineRecord({
  status: field.value("`streaming`, `running`, `completed` or `error`"),
  input: field.value("the arguments"),
  content: field.list(OUTPUT, "what the model is given"),
  error: field.one(FAULT, "of a tool that failed"),
  structured: field.unseen(field.value("what the model is given where there is no content")),
  result: field.unseen(field.value("of a tool that the provider ran: what it gave")),
  metadata: field.unseen(field.left("what the program keeps for itself", "of the run")),
  outputPaths: field.unseen(field.left("what the program keeps for itself", "files with the whole output")),
  attachments: field.unseen(field.left("what another key says", "files that the content has")),
});

/** A part of an answer: a text, reasoning, or a call of a tool with its result. */
export const OPENCODE2_PART = defineRecord({
  type: field.value("`text`, `reasoning` or `tool`"),
  text: field.text("of a text or of reasoning"),
  id: field.id("of a tool: the call"),
  name: field.name("of a tool: its name"),
  executed: field.unseen(field.left("what another key says", "of a tool: the provider ran it")),
  state: field.one(TOOL_STATE, "of a tool: how far it has come"),
  ignored: field.unseen(field.flag("of a text: it is not sent")),
  synthetic: field.unseen(field.left("what another key says", "of a text: the program wrote it")),
  fallbackNotice: field.unseen(field.left("what another key says", "of a text: another model answers")),
  time: field.left("ids, times and marks", "when it was made"),
  native: field.unseen(field.left("opaque values for the provider", "of the part")),
  provider: field.unseen(field.left("opaque values for the provider", "of a tool")),
  providerMetadata: field.unseen(field.left("opaque values for the provider", "of reasoning")),
  providerState: field.unseen(field.left("opaque values for the provider", "of a tool")),
  providerResultState: field.unseen(field.left("opaque values for the provider", "of a tool's result")),
});

const TIMES = defineRecord(
  {
    created: field.instant("when it was asked, or when the call began"),
    streamed: field.instant("of an answer: when it was whole"),
    completed: field.instant("of an answer: when its tools had ended, too"),
  },
  PROGRAM,
);

const SHELL_OUTPUT = defineRecord({ output: field.text("what was printed") }, PROGRAM);

/** What `data` of a message of version 2 holds. The row's type says which of the fields it has. */
export const OPENCODE2_MESSAGE = defineRecord({
  time: field.one(TIMES, "when it was made"),
  text: field.text("what was asked, or what the program told the model"),
  files: field.list(FILE, "of a question: what is sent with it"),
  content: field.value("of an answer: its parts", OPENCODE2_PART),
  model: field.one(MODEL, "which is called"),
  finish: field.name("of an answer: why it ended"),
  cost: field.cost("of a call, in US dollars"),
  tokens: field.one(OPENCODE_TOKENS, "of a call"),
  error: field.one(FAULT, "why a call failed"),
  command: field.text("of a command that the user ran: what was typed"),
  output: field.value("of a command: what it printed", SHELL_OUTPUT),
  reason: field.name("of a compaction: `auto` or `manual`"),
  status: field.value("of a compaction: `running`, `completed` or `failed`; none in older versions"),
  summary: field.text("of a compaction: what stands for the history"),
  recent: field.text("of a compaction: the end of the history, as text"),
  agent: field.left("what the program keeps for itself", "which agent"),
  agents: field.unseen(field.left("what another key says", "of a question: agents that its text names")),
  skills: field.unseen(field.left("what another key says", "of a question: skills that its text names")),
  references: field.unseen(field.left("what another key says", "of a question: places that its text names")),
  description: field.unseen(field.left("what another key says", "the text in short, as a person reads it")),
  skill: field.unseen(field.left("ids, times and marks", "of a skill: its id")),
  name: field.unseen(field.left("what another key says", "of a skill: its name")),
  snapshot: field.unseen(field.left("what the program keeps for itself", "the state of the folder")),
  metadata: field.unseen(field.left("what the program keeps for itself", "of plugins")),
  previous: field.unseen(field.left("what another key says", "of a switch: what was before")),
  location: field.unseen(field.left("what the program keeps for itself", "of a switch: the folder")),
  projectID: field.unseen(field.left("what the program keeps for itself", "of a switch: the project")),
  subpath: field.unseen(field.left("what the program keeps for itself", "of a switch: inside the project")),
  outcome: field.unseen(field.left("what another key says", "of a rest: how the turn ended")),
  sessionID: field.unseen(field.left("ids, times and marks", "its session")),
  callID: field.unseen(field.left("ids, times and marks", "of a command, in older versions")),
  shellID: field.unseen(field.left("ids, times and marks", "of a command")),
  exit: field.unseen(field.left("what another key says", "of a command: its exit status")),
  retry: field.unseen(field.left("what the program keeps for itself", "of a call that is tried again")),
  rawFinish: field.unseen(field.left("what another key says", "`finish` in the provider's word")),
  native: field.unseen(field.left("opaque values for the provider", "of a call")),
  providerState: field.unseen(field.left("opaque values for the provider", "of a call")),
  providerContext: field.unseen(
    field.left("opaque values for the provider", "of a compaction that the provider made"),
  ),
});

/** What is read of the database: the rows of four tables. */
export const OPENCODE_TABLES = { session: SESSION, session_message: STORED, message: STORED, part: STORED };

/** A row of a table as it is read. */
export const OPENCODE_ROW = defineRecord({
  table: field.value("its name"),
  row: field.value("its columns"),
});

/** The first record: which tables there are, each with its columns. */
export const OPENCODE_SCHEMA = defineRecord({ tables: field.value("by their names", anyKeys({})) });

export type OpencodeSessionRow = ReadingOf<typeof SESSION>;
export type OpencodeStoredRow = ReadingOf<typeof STORED>;
export type Opencode2Message = ReadingOf<typeof OPENCODE2_MESSAGE>;
