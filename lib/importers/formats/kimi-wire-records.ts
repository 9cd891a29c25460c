import { ANTHROPIC_CONTENT } from "../messages/anthropic-records";
import type { KnownKeys } from "../shared/known-keys";
import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";

const agentId = field.unseen(field.left("what the program keeps for itself", "the agent whose record it is"));

/** Tokens of one call. */
export const KIMI_USAGE = defineRecord({
  inputOther: field.tokens("that were read and were in no cache"),
  inputCacheRead: field.tokens("that were read from a cache"),
  inputCacheCreation: field.tokens("that were written to a cache"),
  output: field.tokens("that were written"),
});

/** The first record. */
export const KIMI_METADATA = defineRecord({
  type: field.value("`metadata`"),
  created_at: field.instant("when the session began"),
  protocol_version: field.left("what the program keeps for itself", "of the form"),
});

/** Settings of the calls that follow. */
export const KIMI_CONFIG = defineRecord({
  type: field.value("`config.update`"),
  systemPrompt: field.text("that is sent from now on"),
  cwd: field.name("the folder in which the program runs"),
  profileName: field.name("which kind of agent"),
  time: field.instant("when it was written"),
  modelAlias: field.unseen(field.left("what the program keeps for itself", "the model, as the user has it")),
  subagentNames: field.left("what the program keeps for itself", "agents that can be started"),
  thinkingEffort: field.unseen(
    field.left("what the program keeps for itself", "how much the model may think"),
  ),
  agentId,
});

/** The same, in later versions. */
export const KIMI_PROFILE = defineRecord({
  type: field.unseen(field.value("`profile.bind`")),
  systemPrompt: field.unseen(field.text("that is sent from now on")),
  profileName: field.unseen(field.name("which kind of agent")),
  time: field.unseen(field.instant("when it was written")),
  modelAlias: field.unseen(field.left("what the program keeps for itself", "the model, as the user has it")),
  thinkingEffort: field.unseen(
    field.left("what the program keeps for itself", "how much the model may think"),
  ),
  environmentDisclosure: field.unseen(
    field.left("what the program keeps for itself", "what the model is told of the machine"),
  ),
  agentId,
});

const ORIGIN = defineRecord(
  { kind: field.value("`user`, or what in the program wrote it") },
  { others: "the program's" },
);

const APPENDED_MESSAGE = defineRecord({
  role: field.value("`user` or `assistant`"),
  content: field.value("a text, or parts in the form of Anthropic's API", ANTHROPIC_CONTENT.content),
  origin: field.one(ORIGIN, "who wrote it"),
  toolCalls: field.left("what another key says", "of an answer: its steps have them"),
});

/** A message that entered the window. */
export const KIMI_APPENDED = defineRecord({
  type: field.value("`context.append_message`"),
  message: field.one(APPENDED_MESSAGE, "the message"),
  time: field.instant("when it entered"),
  agentId,
});

export const KIMI_PART = defineRecord({
  type: field.value("`text` or `think`"),
  text: field.text("of a text"),
  think: field.text("of a thought"),
  encrypted: field.unseen(field.left("opaque values for the provider", "of a thought: it is sealed")),
});

const RESULT = defineRecord({
  output: field.value("what the model is given"),
  isError: field.flag("the tool failed"),
  message: field.unseen(field.value("what the model is given, where there is no output")),
  stopTurn: field.unseen(field.left("what the program keeps for itself", "the turn ends with it")),
  note: field.unseen(field.left("what the program keeps for itself", "what the user is told")),
  truncated: field.unseen(field.left("what the program keeps for itself", "the output is cut")),
  display: field.unseen(field.left("what the program keeps for itself", "what the user is shown")),
});

/** What happened in a step. A step is one call. */
const EVENT = defineRecord({
  type: field.value("`step.begin`, `content.part`, `tool.call`, `tool.result` or `step.end`"),
  part: field.value("of a `content.part`", KIMI_PART),
  toolCallId: field.id("of a call and of its result"),
  name: field.name("of a call: the tool"),
  args: field.value("of a call"),
  result: field.one(RESULT, "of a `tool.result`"),
  usage: field.one(KIMI_USAGE, "of a `step.end`: what the call was billed"),
  finishReason: field.name("of a `step.end`: why the answer ended"),
  model: field.unseen(field.name("of a `step.end`")),
  turnId: field.left("ids, times and marks", "the turn's number"),
  step: field.left("ids, times and marks", "the step's number in its turn"),
  messageId: field.left("ids, times and marks", "of a `step.end`: the provider's"),
  uuid: field.left("ids, times and marks", "the event's"),
  stepUuid: field.left("ids, times and marks", "of what stands in a step"),
  parentUuid: field.left("ids, times and marks", "of a result: the call"),
  traceId: field.unseen(field.left("ids, times and marks", "of the request")),
  llmFirstTokenLatencyMs: field.unseen(field.left("ids, times and marks", "how long the call took")),
  llmStreamDurationMs: field.unseen(field.left("ids, times and marks", "how long the call took")),
  llmRequestBuildMs: field.unseen(field.left("ids, times and marks", "how long the call took")),
  llmServerFirstTokenMs: field.unseen(field.left("ids, times and marks", "how long the call took")),
  llmServerDecodeMs: field.unseen(field.left("ids, times and marks", "how long the call took")),
  llmClientConsumeMs: field.unseen(field.left("ids, times and marks", "how long the call took")),
  description: field.left("what another key says", "of a call: what the user is shown"),
  display: field.unseen(field.left("what another key says", "of a call: what the user is shown")),
  providerFinishReason: field.unseen(field.left("what another key says", "why the answer ended")),
  rawFinishReason: field.unseen(field.left("what another key says", "why the answer ended")),
});

export const KIMI_LOOP_EVENT = defineRecord({
  type: field.value("`context.append_loop_event`"),
  event: field.one(EVENT, "what happened"),
  time: field.instant("when it happened"),
  agentId,
});

/** A request, before it is sent. */
export const KIMI_REQUEST = defineRecord({
  type: field.value("`llm.request`"),
  kind: field.value("`loop`, or `compaction`"),
  model: field.name("that is called"),
  provider: field.name("of the model"),
  systemPrompt: field.unseen(field.text("as it is sent")),
  time: field.left("ids, times and marks", "when it was sent"),
  modelAlias: field.unseen(field.left("what the program keeps for itself", "the model, as the user has it")),
  maxTokens: field.left("what the program keeps for itself", "how long the answer may be"),
  thinkingEffort: field.unseen(
    field.left("what the program keeps for itself", "how much the model may think"),
  ),
  thinkingKeep: field.unseen(
    field.left("what the program keeps for itself", "which thoughts are sent again"),
  ),
  toolSelect: field.unseen(field.left("what the program keeps for itself", "which tools are sent")),
  systemPromptHash: field.unseen(field.left("what the program keeps for itself", "of the system prompt")),
  toolsHash: field.unseen(field.left("what the program keeps for itself", "of the tools' schemas")),
  turnStep: field.left("what the program keeps for itself", "the turn and the step"),
  droppedCount: field.left("what the program keeps for itself", "messages that were left out"),
  attempt: field.unseen(field.left("what the program keeps for itself", "which one")),
  messageCount: field.left("what another key says", "how many messages are sent"),
  agentId,
});

/** What a call was billed: of a compaction, nothing else says it. */
export const KIMI_BILL = defineRecord({
  type: field.value("`usage.record`"),
  model: field.name("that was called"),
  usage: field.one(KIMI_USAGE, "of the call"),
  time: field.instant("when it was written"),
  usageScope: field.left("what the program keeps for itself", "`turn` or `session`"),
  agentId,
});

export const KIMI_COMPACTION = defineRecord({
  type: field.value("`context.apply_compaction`"),
  summary: field.text("the summary of what left the window"),
  contextSummary: field.text("the summary as the model sees it"),
  keptUserMessageCount: field.tokens("how many of the last questions stay"),
  tokensBefore: field.tokens("of the window before the compaction"),
  tokensAfter: field.tokens("of the window after the compaction"),
  time: field.instant("when it was made"),
  compactedCount: field.left("what the program keeps for itself", "messages that left"),
  keptHeadUserMessageCount: field.unseen(
    field.left("what the program keeps for itself", "how many of the first questions stay"),
  ),
  droppedCount: field.unseen(field.left("what the program keeps for itself", "questions that left")),
  agentId,
});

/** What each kind of record holds. Those that change no window are declared whole, and left. */
export const KIMI_RECORDS: Readonly<Record<string, KnownKeys | null>> = {
  metadata: KIMI_METADATA,
  "config.update": KIMI_CONFIG,
  "profile.bind": KIMI_PROFILE,
  "context.append_message": KIMI_APPENDED,
  "context.append_loop_event": KIMI_LOOP_EVENT,
  "llm.request": KIMI_REQUEST,
  "usage.record": KIMI_BILL,
  "context.apply_compaction": KIMI_COMPACTION,
};

export type KimiEvent = ReadingOf<typeof EVENT>;
export type KimiMessage = ReadingOf<typeof APPENDED_MESSAGE>;
export type KimiUsage = ReadingOf<typeof KIMI_USAGE>;
