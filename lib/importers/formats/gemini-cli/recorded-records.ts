import { GEMINI_CONTENTS } from "../../messages/gemini-records";
import type { ReadingOf } from "../../shared/record-type";
import { defineRecord, field } from "../../shared/record-type";

/** The document of a session, or the line that stands first. */
export const GEMINI_SESSION = defineRecord({
  sessionId: field.id("the session's"),
  startTime: field.instant("when it began"),
  messages: field.value("of a document: all messages"),
  summary: field.unseen(field.text("what it was about, in a sentence of a model")),
  kind: field.unseen(field.value("`main` or `subagent`")),
  projectHash: field.left("what the program keeps for itself", "of the folder in which the program runs"),
  directories: field.unseen(
    field.left("what the program keeps for itself", "more folders that are worked in"),
  ),
  memoryScratchpad: field.unseen(
    field.left("what the program keeps for itself", "what is kept of the session for later ones"),
  ),
  contextId: field.unseen(field.left("what the program keeps for itself", "of the window's manager")),
  isSubagent: field.unseen(field.left("what another key says", "an agent's: the kind says it")),
  lastUpdated: field.left("ids, times and marks", "when it was written last"),
});

/** A line that changes what earlier ones said. */
export const GEMINI_CHANGE = defineRecord({
  $set: field.unseen(field.value("fields of the session from here on; its messages take the place of all")),
  $rewindTo: field.unseen(field.value("the message that the user took back, with all behind it")),
});

const THOUGHT = defineRecord({
  subject: field.text("its heading"),
  description: field.text("what was thought, summed up"),
  timestamp: field.left("ids, times and marks", "when it came"),
});

const TOOL_CALL = defineRecord({
  id: field.value("the id by which its result names the call"),
  name: field.value("the tool"),
  args: field.value("the arguments"),
  result: field.value("what was sent back: parts of Gemini's API"),
  status: field.value("`success`, `error` or `cancelled`"),
  timestamp: field.left("ids, times and marks", "when it ended"),
  description: field.unseen(field.left("what the program keeps for itself", "what the user is shown")),
  response: field.unseen(field.left("what another key says", "the result, in older versions")),
  error: field.unseen(field.left("what another key says", "why it failed: the result says it")),
  kind: field.unseen(field.left("what the program keeps for itself", "of tool: it reads, edits or runs")),
  displayName: field.unseen(field.left("what the program keeps for itself", "the tool, on the screen")),
  resultDisplay: field.unseen(field.left("what the program keeps for itself", "the result, on the screen")),
  renderOutputAsMarkdown: field.unseen(field.left("what the program keeps for itself", "how it is shown")),
  agentId: field.unseen(field.left("what the program keeps for itself", "the agent that it started")),
  outputFile: field.unseen(field.left("what the program keeps for itself", "where the whole result is")),
  approvalMode: field.unseen(field.left("what the program keeps for itself", "what tools may do")),
  originalRequestName: field.unseen(
    field.left("what another key says", "the tool as the model named it, where another one was run"),
  ),
  parentCallId: field.unseen(field.left("ids, times and marks", "the call inside which it was made")),
});

const TOKENS = defineRecord(
  {
    input: field.tokens("that were read, cached ones included"),
    cached: field.tokens("of the input, from a cache"),
    output: field.tokens("that were written, without thoughts"),
    thoughts: field.tokens("that were thoughts"),
  },
  { others: "the program's" },
);

/** A message: of the user, of the model with its calls and their results, or of the program to the user. */
export const GEMINI_MESSAGE = defineRecord({
  id: field.id("the message's: a later line with it takes its place"),
  timestamp: field.instant("when it was written"),
  type: field.value("`user`, `gemini`, `info`, `warning` or `error`"),
  content: field.value("a text, or parts of Gemini's API", GEMINI_CONTENTS.content),
  model: field.name("of an answer"),
  tokens: field.one(TOKENS, "of an answer: what it was billed"),
  thoughts: field.list(THOUGHT, "of an answer"),
  toolCalls: field.list(TOOL_CALL, "of an answer"),
  displayContent: field.unseen(field.left("what the program keeps for itself", "the content, on the screen")),
  display: field.unseen(field.left("what the program keeps for itself", "whether it is shown")),
  projectId: field.unseen(field.left("what the program keeps for itself", "the project")),
  version: field.unseen(field.left("what the program keeps for itself", "the program's")),
  cwd: field.unseen(field.left("what the program keeps for itself", "the folder in which the program runs")),
});

export type GeminiSession = ReadingOf<typeof GEMINI_SESSION>;
export type GeminiMessage = ReadingOf<typeof GEMINI_MESSAGE>;
export type GeminiToolCall = ReadingOf<typeof TOOL_CALL>;
