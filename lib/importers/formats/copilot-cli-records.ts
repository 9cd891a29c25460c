import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";

const PROGRAM = { others: "the program's" };

/** What an event's data is, its type says. */
export const COPILOT_EVENT = defineRecord({
  type: field.value("what happened: `user.message`, `assistant.message`, `tool.execution_complete`, …"),
  data: field.value("what the type says of it"),
  id: field.value("the event's"),
  timestamp: field.instant("when it was written"),
  agentId: field.unseen(field.id("of a sub-agent: which one")),
  parentId: field.left("ids, times and marks", "the event before"),
  ephemeral: field.unseen(
    field.left("ids, times and marks", "the event is not kept when the session goes on later"),
  ),
});

/** What a call read and wrote. */
const USAGE = defineRecord(
  {
    inputTokens: field.tokens("that were read, those in a cache included"),
    outputTokens: field.tokens("that were written"),
    cacheReadTokens: field.tokens("that were read from a cache"),
    cacheWriteTokens: field.tokens("that were written to a cache"),
    reasoningTokens: field.unseen(field.tokens("that were reasoning")),
    model: field.name("that was called"),
    apiCallId: field.unseen(field.id("the call's, which its messages have, too")),
  },
  PROGRAM,
);

/** Since version 1.0.95 the file keeps what a call read and wrote. */
const USAGE_RECORD = defineRecord({ usage: field.unseen(field.one(USAGE, "of a call")) }, PROGRAM);

const TOOL_REQUEST = defineRecord({
  toolCallId: field.id("the call's"),
  name: field.name("of the tool"),
  arguments: field.value("of the call, or their JSON text"),
  type: field.value("`function` or `custom`"),
  intentionSummary: field.unseen(
    field.left("what the program keeps for itself", "what the call is for, as a person reads it"),
  ),
  mcpServerName: field.unseen(field.left("what the program keeps for itself", "of an MCP tool: its server")),
  mcpToolName: field.unseen(
    field.left("what the program keeps for itself", "of an MCP tool: its name on the server"),
  ),
  toolTitle: field.unseen(field.left("what another key says", "the tool's name, as a person reads it")),
});

const TOOL_RESULT = defineRecord({
  content: field.value("what the model is given, perhaps cut"),
  contents: field.unseen(field.left("what another key says", "what the tool gave, in parts")),
  binaryResultsForLlm: field.unseen(field.value("pictures and files that the model is given")),
  structuredContent: field.unseen(field.left("what another key says", "what an MCP tool gave as JSON")),
  detailedContent: field.left("what the program keeps for itself", "what a person is shown"),
  citableSources: field.unseen(field.left("what the program keeps for itself", "what the model may cite")),
  mcpMeta: field.unseen(field.left("what the program keeps for itself", "marks that an MCP server gave")),
  uiResource: field.unseen(
    field.left("what the program keeps for itself", "what an MCP server shows a person"),
  ),
});

const TOOL_ERROR = defineRecord({
  message: field.value("what went wrong"),
  code: field.left("what another key says", "its kind"),
});

/** Of a call, or of the session: the program repeats the first as the second. */
const FAILURE = defineRecord(
  {
    errorMessage: field.unseen(field.text("of a call: what went wrong")),
    message: field.text("of the session: what went wrong"),
    errorType: field.text("of the session: its kind: `rate_limit`, `quota`, …"),
    statusCode: field.tokens("of the answer"),
    model: field.unseen(field.name("of a call: the model")),
  },
  PROGRAM,
);

/** The data of events by their type: github/copilot-sdk, nodejs/src/generated/session-events.ts. */
export const COPILOT_DATA = {
  "session.start": defineRecord(
    {
      sessionId: field.id("the session's"),
      startTime: field.instant("when it began"),
      selectedModel: field.name("the model that was chosen"),
    },
    PROGRAM,
  ),
  "session.resume": defineRecord(
    { selectedModel: field.unseen(field.name("the model that is called from now on")) },
    PROGRAM,
  ),
  "session.model_change": defineRecord({ newModel: field.name("that is called from now on") }, PROGRAM),
  "subagent.started": defineRecord(
    {
      toolCallId: field.id("the call that began it"),
      agentName: field.value("its name"),
      agentDisplayName: field.value("its name, as a person reads it"),
    },
    PROGRAM,
  ),
  "system.message": defineRecord({
    role: field.value("`system` or `developer`"),
    content: field.text("the instructions"),
    metadata: field.unseen(
      field.left(
        "what the program keeps for itself",
        "which version of the prompt it is, and what was filled in",
      ),
    ),
    name: field.unseen(field.value("where it comes from")),
    interactionId: field.unseen(field.left("ids, times and marks", "the interaction that reads it")),
  }),
  "user.message": defineRecord({
    content: field.text("what was typed"),
    transformedContent: field.text("what was sent: with times and more around it"),
    source: field.unseen(field.value("who wrote it, where no person did: `skill-…`, `agent-…`, …")),
    turnId: field.unseen(field.value("the turn that reads it")),
    messageId: field.unseen(field.left("ids, times and marks", "the message's")),
    attachments: field.left("what another key says", "files and selections, which the sent text holds"),
    agentMode: field.unseen(
      field.left("what the program keeps for itself", "how the agent works: `plan`, `autopilot`, …"),
    ),
    delivery: field.unseen(
      field.left("what the program keeps for itself", "whether it waited for the turn before"),
    ),
    isAutopilotContinuation: field.unseen(
      field.left("what the program keeps for itself", "the program sent it to go on"),
    ),
    nativeDocumentPathFallbackPaths: field.unseen(
      field.left("what the program keeps for itself", "documents that were sent as paths"),
    ),
    supportedNativeDocumentMimeTypes: field.unseen(
      field.left("what the program keeps for itself", "kinds of documents that were sent whole"),
    ),
    interactionId: field.left("ids, times and marks", "the interaction that it begins"),
    parentAgentTaskId: field.unseen(field.left("ids, times and marks", "the task in the background")),
  }),
  "system.notification": defineRecord({
    content: field.unseen(field.text("what the model is told")),
    kind: field.unseen(field.value("what it tells of")),
  }),
  "assistant.reasoning": defineRecord(
    { content: field.unseen(field.text("what the model thought")) },
    PROGRAM,
  ),
  "assistant.usage": USAGE,
  "session.usage_record": USAGE_RECORD,
  "assistant.message": defineRecord({
    messageId: field.id("the message's"),
    content: field.text("what the model said"),
    toolRequests: field.list(TOOL_REQUEST, "the tools that it asks for"),
    model: field.name("that was called"),
    outputTokens: field.tokens("that the call wrote"),
    reasoningText: field.text("what the model thought"),
    apiCallId: field.unseen(field.id("the call's: one call can give several messages")),
    requestId: field.unseen(field.id("the call's at GitHub")),
    turnId: field.unseen(field.value("the turn of the agent's loop")),
    parentToolCallId: field.id("of a sub-agent: the call that began it"),
    phase: field.unseen(field.name("what the call is for, where a model has phases")),
    citations: field.unseen(field.left("what the program keeps for itself", "the sources of what was said")),
    reasoningOpaque: field.unseen(field.left("opaque values for the provider", "of Anthropic's reasoning")),
    encryptedContent: field.unseen(field.left("opaque values for the provider", "of OpenAI's reasoning")),
    originatingMessageId: field.unseen(field.left("ids, times and marks", "the question")),
    providerId: field.unseen(field.left("what the program keeps for itself", "who was called")),
    reasoningBlocks: field.unseen(
      field.left("opaque values for the provider", "of the reasoning, whose text stands beside it"),
    ),
    interactionId: field.left("ids, times and marks", "the interaction"),
    chunkCount: field.unseen(field.left("ids, times and marks", "into how many messages the answer was cut")),
    chunkIndex: field.unseen(field.left("ids, times and marks", "which of these messages this is")),
    clientRequestId: field.unseen(field.left("ids, times and marks", "the program's for the request")),
    serviceRequestId: field.unseen(field.left("ids, times and marks", "Copilot's for the request")),
    reasoningWireField: field.unseen(
      field.left("what the program keeps for itself", "how the provider calls its reasoning"),
    ),
    rte: field.unseen(field.left("what the program keeps for itself", "a mark of GitHub's answer")),
  }),
  "tool.execution_complete": defineRecord({
    toolCallId: field.id("the call's"),
    success: field.value("`false` where the tool failed"),
    result: field.value("what the tool gave", TOOL_RESULT),
    error: field.one(TOOL_ERROR, "of a tool that failed"),
    model: field.unseen(field.value("the model that asked for the tool")),
    parentToolCallId: field.unseen(field.id("of a sub-agent: the call that began it")),
    turnId: field.unseen(field.value("the turn of the agent's loop")),
    toolName: field.unseen(field.name("of the tool")),
    interactionId: field.unseen(field.left("ids, times and marks", "the interaction")),
    isUserRequested: field.unseen(field.left("what the program keeps for itself", "a person asked for it")),
    mcpMeta: field.unseen(field.left("what the program keeps for itself", "marks that an MCP server gave")),
    rte: field.unseen(field.left("what the program keeps for itself", "a mark of GitHub's answer")),
    sandboxed: field.unseen(field.left("what the program keeps for itself", "the tool ran in a container")),
    toolTelemetry: field.left("what the program keeps for itself", "what the tool counted"),
    toolDescription: field.unseen(field.left("what another key says", "the tool's name and its text")),
  }),
  "session.compaction_complete": defineRecord({
    success: field.value("`false` where it failed"),
    summaryContent: field.text("what stands for what was said before"),
    preCompactionTokens: field.tokens("of the window before the compaction"),
    postCompactionTokens: field.tokens("of the window after the compaction"),
    compactionTokensUsed: field.one(USAGE, "of the call that wrote the summary"),
    trigger: field.name("`manual`, `auto`, …"),
    error: field.unseen(field.text("why it failed")),
    messagesRemoved: field.unseen(field.left("ids, times and marks", "how many")),
    requestId: field.unseen(field.value("the call's at GitHub")),
    statusCode: field.unseen(field.value("of the call that failed")),
    checkpointNumber: field.left(
      "what the program keeps for itself",
      "of the state that can be gone back to",
    ),
    checkpointPath: field.unseen(field.left("what the program keeps for itself", "where that state is")),
    preCompactionMessagesLength: field.left(
      "what the program keeps for itself",
      "how many messages there were",
    ),
    conversationTokens: field.unseen(
      field.left("prices and sums", "tokens of the messages after the compaction"),
    ),
    systemTokens: field.unseen(
      field.left("prices and sums", "tokens of the instructions after the compaction"),
    ),
    tokenLimit: field.unseen(field.left("prices and sums", "the window that it aims at")),
    tokensRemoved: field.unseen(
      field.left("prices and sums", "by how many tokens the window became smaller"),
    ),
    toolDefinitionsTokens: field.unseen(
      field.left("prices and sums", "tokens of the tool schemas after the compaction"),
    ),
    serviceRequestId: field.unseen(field.left("ids, times and marks", "Copilot's for the request")),
  }),
  "session.shutdown": defineRecord(
    { modelMetrics: field.value("by model: what its calls read and wrote") },
    PROGRAM,
  ),
  "model.call_failure": FAILURE,
  "session.error": FAILURE,
};

export type CopilotUsage = ReadingOf<typeof USAGE>;
export type CopilotToolRequest = ReadingOf<typeof TOOL_REQUEST>;
export type CopilotData<T extends keyof typeof COPILOT_DATA> = ReadingOf<(typeof COPILOT_DATA)[T]>;
