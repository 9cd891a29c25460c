import { defineRecord, field } from "../shared/record-type";

/** What a call of pi was billed. */
export const PI_USAGE = defineRecord(
  {
    input: field.tokens("that were read and were not in a cache; of some providers all"),
    output: field.tokens("that were written, thoughts included"),
    cacheRead: field.tokens("that were read from a cache"),
    cacheWrite: field.tokens("that were written to a cache"),
    cacheWrite1h: field.unseen(field.tokens("of these, what is kept for an hour")),
    totalTokens: field.value("the sum: it tells whether the input holds what was cached"),
    cost: field.cost("in US dollars, by parts and in all"),
  },
  { others: "the provider's" },
);

export const PI_PART = defineRecord(
  {
    type: field.value("`text`, `thinking`, `toolCall` or `image`"),
    text: field.text("of a text"),
    thinking: field.text("of a thought"),
    id: field.id("of a call: by which its result names it"),
    name: field.name("of a call: the tool"),
    arguments: field.value("of a call"),
    textSignature: field.unseen(field.left("opaque values for the provider", "of a text")),
    thinkingSignature: field.left("opaque values for the provider", "of a thought"),
    thoughtSignature: field.unseen(field.left("opaque values for the provider", "of a call")),
    redacted: field.unseen(field.left("what the program keeps for itself", "the thought is sealed")),
    partialJson: field.left("what another key says", "of a call that was cut off: its arguments so far"),
  },
  { isOf: ({ type }) => type === "text" || type === "thinking" || type === "toolCall" },
);

/** A message of pi. Its role says which of the fields it has. */
export const PI_MESSAGE = defineRecord({
  role: field.value("`user`, `assistant`, `toolResult`, `bashExecution`, `custom`"),
  content: field.value("a text, or parts", PI_PART),
  timestamp: field.instant("when it was made: of an answer, when the call began"),
  api: field.value("the form of the provider's API: only answers have it"),
  provider: field.name("of an answer"),
  model: field.name("of an answer"),
  usage: field.value("of an answer: what it was billed", PI_USAGE),
  stopReason: field.name("of an answer: `stop`, `toolUse`, `length`, `error`, `aborted`"),
  errorMessage: field.text("of an answer: why it failed"),
  responseId: field.id("of an answer: the provider's"),
  toolCallId: field.id("of a result: the call"),
  toolName: field.name("of a result"),
  isError: field.flag("of a result: the tool failed"),
  command: field.text("of a command that the user ran"),
  output: field.text("of a command: what it printed"),
  exitCode: field.value("of a command"),
  excludeFromContext: field.unseen(field.flag("of a command: it is not sent")),
  customType: field.unseen(field.name("of an extension's message")),
  details: field.left("what the program keeps for itself", "of a result: what the user is shown"),
  cancelled: field.left("what the program keeps for itself", "of a command: it was stopped"),
  truncated: field.left("what another key says", "of a command: its output is cut, as the output says"),
  display: field.unseen(field.left("what the program keeps for itself", "whether the user is shown it")),
  provenance: field.left("what the program keeps for itself", "of a question: who sent it"),
  summary: field.unseen(field.left("what another key says", "of a summary: the record has it")),
  tokensBefore: field.unseen(field.left("what another key says", "of a summary: the record has it")),
  responseModel: field.left("what another key says", "of an answer: the model as the provider names it"),
  fullOutputPath: field.unseen(field.left("what another key says", "of a command: where all its output is")),
  diagnostics: field.unseen(field.left("what the program keeps for itself", "of an answer: what was tried")),
  idempotencyKey: field.left("ids, times and marks", "of a question"),
  fromId: field.unseen(field.left("ids, times and marks", "of a branch's summary: where the branch began")),
});
