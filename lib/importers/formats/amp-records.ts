import { ANTHROPIC_CONTENT } from "../messages/anthropic-records";
import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";

const PROGRAM = { others: "the program's" };

const TREE = defineRecord({ uri: field.text("where it is") }, PROGRAM);
const PLATFORM = defineRecord({ clientVersion: field.name("the program's version") }, PROGRAM);
const INITIAL = defineRecord(
  { trees: field.list(TREE, "the folders that are worked in"), platform: field.one(PLATFORM, "the machine") },
  PROGRAM,
);
const ENVIRONMENT = defineRecord({ initial: field.one(INITIAL, "as the thread began") }, PROGRAM);

/** A thread's document. */
export const AMP_THREAD = defineRecord({
  id: field.id("the thread's (`T-…`)"),
  title: field.text("its title"),
  created: field.instant("when it began"),
  env: field.one(ENVIRONMENT, "where it runs"),
  messages: field.value("all messages of the thread"),
  v: field.left("ids, times and marks", "how often the thread was written"),
  updatedAt: field.unseen(field.left("ids, times and marks", "when it was written last")),
  nextMessageId: field.unseen(field.left("ids, times and marks", "the number of the next message")),
  meta: field.unseen(field.left("what the program keeps for itself", "of the whole thread")),
  agentMode: field.left("what the program keeps for itself", "how the agent works"),
  creatorUserID: field.unseen(field.left("what the program keeps for itself", "the user")),
  pinned: field.unseen(field.left("what the program keeps for itself", "the user keeps it on top")),
  openExpiresAt: field.unseen(
    field.left("what the program keeps for itself", "until when others can read the thread"),
  ),
  activatedSkills: field.unseen(field.left("what the program keeps for itself", "texts that were added")),
  initialUserMessage: field.unseen(field.left("what the program keeps for itself", "the first question")),
  originThreadID: field.unseen(
    field.left("what the program keeps for itself", "the thread that it goes on from"),
  ),
  mainThreadID: field.unseen(field.left("what the program keeps for itself", "the thread that started it")),
});

const FAULT = defineRecord({ message: field.text("what went wrong") }, PROGRAM);

/** What a tool gave. Its other fields depend on the tool. */
export const AMP_RESULT = defineRecord(
  {
    output: field.value("what a command printed"),
    exitCode: field.value("of a command"),
    content: field.value("a text, or parts in the form of Anthropic's API", ANTHROPIC_CONTENT.content),
  },
  { others: "the tool's" },
);

const RUN = defineRecord({
  result: field.value("a text, a list, or an object of the tool's own form", AMP_RESULT),
  status: field.value("`done`, `error`, `cancelled`, `rejected-by-user`, …"),
  error: field.one(FAULT, "why it failed"),
  progress: field.left("what the program keeps for itself", "how far the tool has come"),
});

const KINDS: ReadonlySet<unknown> = new Set(["text", "thinking", "tool_use", "tool_result"]);

/** A part of a message: of Anthropic's API, with other names for a result. */
export const AMP_PART = defineRecord(
  {
    type: field.value("`text`, `thinking`, `tool_use` or `tool_result`"),
    text: field.value("of a `text`"),
    thinking: field.value("of `thinking`"),
    id: field.value("of a `tool_use`: the id by which its result names it"),
    name: field.value("of a `tool_use`: the tool"),
    input: field.value("of a `tool_use`: the arguments"),
    toolUseID: field.value("of a `tool_result`: the call"),
    tool_use_id: field.unseen(field.value("`toolUseID`, in older versions")),
    run: field.one(RUN, "of a `tool_result`: how the tool ran"),
    content: field.unseen(field.value("of a `tool_result`, in older versions: what the tool gave")),
    is_error: field.unseen(field.value("of a `tool_result`, in older versions: the tool failed")),
    source: field.unseen(field.value("of a picture: its data or address")),
    signature: field.left("opaque values for the provider", "of `thinking`"),
    openAIReasoning: field.unseen(field.left("opaque values for the provider", "of `thinking`")),
    providerToolUseId: field.left("ids, times and marks", "of a `tool_use`: the provider's id"),
    startTime: field.left("ids, times and marks", "when it began to come"),
    finalTime: field.left("ids, times and marks", "when all of it was there"),
    blockState: field.left("what the program keeps for itself", "how far it has come"),
    complete: field.left("what the program keeps for itself", "of a `tool_use`: all of it is there"),
    provider: field.left("what the program keeps for itself", "of `thinking`: who made it"),
    userInput: field.unseen(field.left("what the program keeps for itself", "what the user said to a call")),
  },
  { isOf: ({ type }) => KINDS.has(type) },
);

const STATE = defineRecord({
  type: field.value("`complete`, `error`, …"),
  stopReason: field.name("why the answer ended"),
  error: field.unseen(field.one(FAULT, "why the call failed")),
});

const USAGE = defineRecord({
  model: field.name("that answered"),
  timestamp: field.instant("when the answer ended"),
  inputTokens: field.tokens("that were read and were in no cache"),
  cacheReadInputTokens: field.tokens("that were read from a cache"),
  cacheCreationInputTokens: field.tokens("that were written to a cache"),
  totalInputTokens: field.tokens("the sum of the three"),
  outputTokens: field.tokens("that were written"),
  maxInputTokens: field.tokens("the model's limit"),
  thinkingBudget: field.unseen(
    field.left("what the program keeps for itself", "how much the model may think"),
  ),
});

const META = defineRecord({
  sentAt: field.instant("when it was sent"),
  openAIResponsePhase: field.unseen(field.left("what the program keeps for itself", "of an answer")),
});

export const AMP_MESSAGE = defineRecord({
  role: field.value("`user` or `assistant`"),
  content: field.value("its parts", AMP_PART),
  state: field.one(STATE, "of an answer: how far it has come"),
  usage: field.one(USAGE, "of an answer: what it was billed"),
  meta: field.one(META, "when it was sent"),
  messageId: field.left("ids, times and marks", "the message's number"),
  protocolMessageID: field.unseen(field.left("ids, times and marks", "the message's, on the wire")),
  protocolMessageVersion: field.unseen(field.left("ids, times and marks", "how often it was written")),
  readAt: field.unseen(field.left("ids, times and marks", "when the user read it")),
  dtwMessageID: field.unseen(field.left("ids, times and marks", "the message's, on the server")),
  userState: field.unseen(
    field.left("what the program keeps for itself", "what stands in the user's editor"),
  ),
  agentMode: field.unseen(field.left("what the program keeps for itself", "how the agent works")),
  fileMentions: field.unseen(field.left("what the program keeps for itself", "files that a question names")),
});

export type AmpThread = ReadingOf<typeof AMP_THREAD>;
export type AmpMessage = ReadingOf<typeof AMP_MESSAGE>;
