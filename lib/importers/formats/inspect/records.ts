import { CHAT_MESSAGE } from "../../messages/chat-records";
import type { ReadingOf } from "../../shared/record-type";
import { defineRecord, field } from "../../shared/record-type";

const PROGRAM = { others: "the program's" };
const OWN = "what the program keeps for itself";
const MARKS = "ids, times and marks";

const HEADER = defineRecord(
  {
    task: field.name("the task's"),
    model: field.name("that is tested"),
    eval_id: field.id("the log's"),
    run_id: field.id("of a run of several logs"),
  },
  PROGRAM,
);
const STATS = defineRecord({ model_usage: field.value("by model: what all calls read and wrote") }, PROGRAM);

/** A log: UKGovernmentBEIS/inspect_ai, src/inspect_ai/log/_log.py. */
export const INSPECT_LOG = defineRecord({
  eval: field.one(HEADER, "what was tested, and how"),
  stats: field.one(STATS, "sums of all samples"),
  samples: field.value("what was asked, with what became of it"),
  version: field.left(MARKS, "of the form"),
  status: field.left(OWN, "`success`, `error`, `cancelled` or `started`"),
  plan: field.left(OWN, "how answers are made"),
  results: field.left(OWN, "how well it did"),
  error: field.unseen(field.left(OWN, "why the whole log ended")),
  reductions: field.left(OWN, "scores of several epochs in one"),
  tags: field.unseen(field.left(OWN, "of whoever ran it")),
  metadata: field.unseen(field.left(OWN, "of whoever ran it")),
  invalidated: field.unseen(field.left(OWN, "a person took the log back")),
  location: field.unseen(field.left(OWN, "where it is kept")),
  etag: field.unseen(field.left(OWN, "which state of it this is")),
  log_updates: field.unseen(field.left(OWN, "what was changed in it later")),
});

const CHOICE = defineRecord(
  { message: field.value("the answer", CHAT_MESSAGE), stop_reason: field.name("why it ended") },
  PROGRAM,
);
const OUTPUT = defineRecord(
  {
    choices: field.list(CHOICE, "the answers: mostly one"),
    usage: field.value("the tokens"),
    error: field.unseen(field.name("why the call failed")),
  },
  PROGRAM,
);

/** An event of a sample: mostly a call of a model. */
export const INSPECT_EVENT = defineRecord(
  {
    event: field.value("`model`, `tool`, `compaction`, `state`, …"),
    pending: field.unseen(field.flag("of a call: it has not ended")),
    timestamp: field.instant("when it began"),
    completed: field.instant("of a call: when it ended"),
    model: field.name("of a call: the model"),
    input: field.value("of a call: what was sent", CHAT_MESSAGE),
    input_refs: field.unseen(field.value("of a call: which messages of the pool were sent")),
    tools: field.value("of a call: the tools that the model may call"),
    output: field.one(OUTPUT, "of a call: what came back"),
    error: field.unseen(field.name("of a call: why it failed")),
    type: field.unseen(field.value("of a compaction: `summary`, `edit` or `trim`")),
    tokens_before: field.unseen(field.tokens("of a compaction: tokens of the window before it")),
    tokens_after: field.unseen(field.tokens("of a compaction: tokens of the window after it")),
  },
  { others: "the program's", isOf: ({ event }) => event === "model" || event === "compaction" },
);

const FAULT = defineRecord({ message: field.unseen(field.value("what went wrong")) }, PROGRAM);
const LIMIT = defineRecord({ type: field.unseen(field.name("`token`, `time`, `message`, …")) }, PROGRAM);
const STORE = defineRecord(
  { messages: field.unseen(field.value("the pool of messages", CHAT_MESSAGE)) },
  PROGRAM,
);

/** A sample: what was asked, with what became of it. */
export const INSPECT_SAMPLE = defineRecord({
  id: field.value("the sample's"),
  epoch: field.value("which run of it"),
  uuid: field.id("of this run of it"),
  messages: field.value("the conversation as it stood at the end", CHAT_MESSAGE),
  events: field.value("what happened, in order", INSPECT_EVENT),
  message_pool: field.unseen(field.value("all messages, each once", CHAT_MESSAGE)),
  events_data: field.unseen(field.one(STORE, "all messages, each once, of newer versions")),
  attachments: field.value("long texts, each once, by the hash that stands for it"),
  scores: field.value("by scorer: how well it did"),
  error: field.unseen(field.one(FAULT, "why it failed")),
  limit: field.unseen(field.one(LIMIT, "which limit ended it")),
  model_usage: field.value("by model: what its calls read and wrote"),
  input: field.left("what another key says", "what was asked"),
  choices: field.unseen(field.left("what another key says", "the answers to choose from")),
  target: field.left(OWN, "the right answer"),
  files: field.unseen(field.left(OWN, "what the sandbox is given")),
  output: field.left("what another key says", "the last answer"),
  metadata: field.left(OWN, "of the sample"),
  store: field.left(OWN, "what the solver kept"),
  summary: field.unseen(field.left("what another key says", "the sample in short")),
  sandbox: field.unseen(field.left(OWN, "where tools run")),
  setup: field.unseen(field.left(OWN, "what runs in the sandbox first")),
  timelines: field.unseen(field.left("what another key says", "the events as a tree")),
  call_pool: field.unseen(field.left("what another key says", "requests as they were sent, each once")),
  role_usage: field.unseen(field.left("what another key says", "by role: what its calls read and wrote")),
  started_at: field.unseen(field.left(MARKS, "when it began")),
  completed_at: field.unseen(field.left(MARKS, "when it ended")),
  total_time: field.left(MARKS, "how long it took"),
  working_time: field.left(MARKS, "how long it took without waiting"),
});

export type InspectHeader = ReadingOf<typeof HEADER>;
export type InspectEvent = ReadingOf<typeof INSPECT_EVENT>;
export type InspectSample = ReadingOf<typeof INSPECT_SAMPLE>;
