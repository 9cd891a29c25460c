import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";

const PROGRAM = { others: "the program's" };

const CACHED = defineRecord(
  { read: field.tokens("that were read from a cache"), write: field.tokens("that were written to a cache") },
  PROGRAM,
);

/** Tokens of a step, of an answer or of a session. */
export const OPENCODE_TOKENS = defineRecord(
  {
    input: field.tokens("that were read, without what a cache had"),
    output: field.tokens("that were written: with reasoning, where the total says so"),
    reasoning: field.tokens("that were reasoning"),
    cache: field.one(CACHED, "of a cache"),
    total: field.value("the sum: it tells whether the output holds the reasoning"),
  },
  PROGRAM,
);

const FAULT_DATA = defineRecord({ message: field.text("what went wrong") }, PROGRAM);
export const OPENCODE_FAULT = defineRecord(
  { name: field.text("its kind"), data: field.one(FAULT_DATA, "of the kind's own form") },
  PROGRAM,
);

const RUN_FACTS = defineRecord(
  {
    interrupted: field.unseen(field.flag("the user stopped the tool")),
    output: field.unseen(field.value("what it gave until then")),
  },
  { others: "the tool's" },
);

const ATTACHED = defineRecord({ mime: field.value("of the file") }, PROGRAM);

/** How far a tool has come. */
const TOOL_STATE = defineRecord({
  status: field.value("`pending`, `running`, `completed` or `error`"),
  input: field.value("the arguments"),
  output: field.value("of a tool that completed: what the model is given"),
  error: field.text("of a tool that failed: what the model is given"),
  metadata: field.one(RUN_FACTS, "what the program keeps of the run"),
  time: field.value("`start`, `end`, and `compacted`: when the result was cleared"),
  attachments: field.unseen(field.list(ATTACHED, "files that the result has")),
  title: field.left("what the program keeps for itself", "what the user is shown"),
  raw: field.unseen(field.left("what another key says", "of a tool that has not begun: its input as text")),
});

/** A part of a message. Its type says which of the fields it has. */
export const OPENCODE_PART = defineRecord({
  id: field.id("the part's"),
  sessionID: field.id("its session"),
  messageID: field.value("its message"),
  type: field.value("`text`, `reasoning`, `tool`, `file`, `step-start`, `step-finish`, `compaction`, …"),
  text: field.text("of a text or of reasoning"),
  synthetic: field.flag("of a text: the program wrote it"),
  ignored: field.unseen(field.flag("of a text: it is not sent")),
  time: field.value("of a text or of reasoning: `start` and `end`"),
  tool: field.name("of a tool: its name"),
  callID: field.id("of a tool: the call"),
  state: field.one(TOOL_STATE, "of a tool: how far it has come"),
  reason: field.value("of a `step-finish`: why the answer ended"),
  cost: field.value("of a `step-finish`: in US dollars"),
  tokens: field.value("of a `step-finish`", OPENCODE_TOKENS),
  mime: field.value("of a file"),
  filename: field.name("of a file"),
  auto: field.value("of a `compaction`: the program asked for it"),
  tail_start_id: field.unseen(field.value("of a `compaction`: the first message that stays")),
  prompt: field.unseen(field.text("of a `subtask`: what the agent is asked")),
  description: field.unseen(field.text("of a `subtask`: what it is for")),
  metadata: field.left("opaque values for the provider", "of a text, reasoning or a tool"),
  url: field.left("what another key says", "of a file: where it is, or its data"),
  source: field.unseen(field.left("what another key says", "of a file: where a question names it")),
  snapshot: field.left("what the program keeps for itself", "of a step: the state of the folder"),
  hash: field.left("what the program keeps for itself", "of a `patch`: the state of the folder before it"),
  files: field.left("what the program keeps for itself", "of a `patch`: the files that changed"),
  name: field.unseen(field.left("what the program keeps for itself", "of an `agent`: which one was named")),
  agent: field.unseen(field.left("what the program keeps for itself", "of a `subtask`: which agent")),
  model: field.unseen(field.left("what the program keeps for itself", "of a `subtask`: which model")),
  command: field.unseen(field.left("what the program keeps for itself", "of a `subtask`: what was typed")),
  attempt: field.unseen(field.left("what the program keeps for itself", "of a `retry`: which one")),
  error: field.unseen(field.left("what the program keeps for itself", "of a `retry`: what had failed")),
  overflow: field.unseen(
    field.left("what the program keeps for itself", "of a `compaction`: the window was too full"),
  ),
  cause: field.unseen(field.left("what the program keeps for itself", "of a part that the program made")),
});

const MESSAGE_TIMES = defineRecord(
  {
    created: field.instant("when it was asked, or when the call began"),
    completed: field.instant("of an answer: when it ended"),
  },
  PROGRAM,
);

/** A message: what was asked, or what a model answered. */
export const OPENCODE_MESSAGE = defineRecord({
  id: field.value("the message's"),
  sessionID: field.id("its session"),
  role: field.value("`user` or `assistant`"),
  time: field.one(MESSAGE_TIMES, "when it was made"),
  parentID: field.value("of an answer: the question"),
  modelID: field.name("of an answer: the model"),
  providerID: field.name("of an answer: the provider"),
  summary: field.value("of an answer: `true` where it sums up the session; of a question: the files changed"),
  cost: field.value("of an answer: in US dollars"),
  tokens: field.value("of an answer", OPENCODE_TOKENS),
  finish: field.value("of an answer: why it ended"),
  error: field.value("of an answer: why it failed", OPENCODE_FAULT),
  system: field.unseen(field.text("of a question: more instructions")),
  mode: field.left("what the program keeps for itself", "of an answer: which agent, in older versions"),
  agent: field.left("what the program keeps for itself", "which agent"),
  path: field.left("what the program keeps for itself", "of an answer: the folder in which it was made"),
  variant: field.unseen(field.left("what the program keeps for itself", "how much the model may think")),
  tools: field.unseen(field.left("what the program keeps for itself", "of a question: tools on and off")),
  model: field.left("what another key says", "of a question: which model is asked"),
  format: field.unseen(field.left("what the program keeps for itself", "of a question: the answer's form")),
  structured: field.unseen(field.left("what another key says", "of an answer: its text as data")),
  fallbackModels: field.unseen(
    field.left("what the program keeps for itself", "of a question: others to ask"),
  ),
});

const SESSION_TIMES = defineRecord({ created: field.instant("when it began") }, PROGRAM);

export const OPENCODE_SESSION = defineRecord({
  id: field.id("the session's"),
  parentID: field.unseen(field.id("of an agent: the session that started it")),
  title: field.name("its title"),
  cost: field.cost("of all calls, in US dollars"),
  tokens: field.one(OPENCODE_TOKENS, "of all calls"),
  time: field.one(SESSION_TIMES, "when it was made and changed"),
  projectID: field.left("what the program keeps for itself", "the project: the folder's first commit"),
  directory: field.left("what the program keeps for itself", "the folder in which the program runs"),
  path: field.left("what the program keeps for itself", "inside the project"),
  version: field.left("what the program keeps for itself", "the program's"),
  agent: field.left("what the program keeps for itself", "which agent"),
  model: field.left("what another key says", "which model: each answer has its own"),
  summary: field.left("what the program keeps for itself", "how many lines and files changed"),
  share: field.unseen(field.left("what the program keeps for itself", "where it can be read by others")),
  metadata: field.unseen(field.left("what the program keeps for itself", "of plugins")),
  permission: field.unseen(field.left("what the program keeps for itself", "what tools may do")),
  slug: field.left("ids, times and marks", "its name in two words"),
  workspaceID: field.unseen(field.left("ids, times and marks", "the copy of the folder")),
});

/** A message of an export, with its parts. */
export const OPENCODE_ENTRY = defineRecord({
  info: field.one(OPENCODE_MESSAGE, "the message"),
  parts: field.value("its parts", OPENCODE_PART),
});

/** What `opencode export` prints. */
export const OPENCODE_EXPORT = defineRecord({
  info: field.one(OPENCODE_SESSION, "the session"),
  messages: field.value("all of them, each with its parts"),
});

/** A line that `opencode run --format json` prints. */
export const OPENCODE_PRINTED = defineRecord({
  type: field.value("the part's type in other letters, or `error`"),
  timestamp: field.left("ids, times and marks", "when it was printed"),
  sessionID: field.id("the session"),
  part: field.one(OPENCODE_PART, "of an answer"),
  error: field.unseen(field.value("why the run failed")),
});

export type OpencodeMessage = ReadingOf<typeof OPENCODE_MESSAGE>;
export type OpencodeSession = ReadingOf<typeof OPENCODE_SESSION>;
export type OpencodeTokens = ReadingOf<typeof OPENCODE_TOKENS>;

/** What a call was sent, with what a cache had of it. */
export function sumOpencodeInput({ input, cache }: OpencodeTokens): number {
  return [input, cache.read, cache.write].reduce<number>((sum, tokens) => sum + (tokens ?? 0), 0);
}
