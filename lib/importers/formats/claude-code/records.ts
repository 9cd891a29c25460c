import { ANTHROPIC_MESSAGE } from "../../messages/anthropic-records";
import { defineRecord, field } from "../../shared/record-type";

/** The messages that a compaction keeps behind its summary. */
const KEPT_STRETCH = defineRecord(
  { headUuid: field.unseen(field.id("the first row")), tailUuid: field.unseen(field.id("the last row")) },
  { others: "the program's" },
);

const COMPACTION = defineRecord(
  {
    trigger: field.name("`auto` or `manual`"),
    preTokens: field.tokens("of the window before the compaction"),
    postTokens: field.unseen(field.tokens("of what takes the place of the messages")),
    durationMs: field.unseen(field.value("how long it took, in milliseconds")),
    preservedSegment: field.unseen(field.one(KEPT_STRETCH, "what is kept as it was")),
  },
  { others: "the program's" },
);

const MICROCOMPACTION = defineRecord(
  {
    trigger: field.name("`auto` or `manual`"),
    tokensSaved: field.unseen(field.tokens("that left")),
    compactedToolIds: field.unseen(field.value("the calls whose results were cleared")),
  },
  { others: "the program's" },
);

const ATTACHED_FILE = defineRecord({ content: field.text("its text") }, { others: "the program's" });
const BLOCKED = defineRecord(
  { blockingError: field.text("what the hook said") },
  { others: "the program's" },
);

export const ATTACHMENT_CONTENT = defineRecord(
  { file: field.unseen(field.one(ATTACHED_FILE, "the file that is attached")) },
  { others: "the program's" },
);

/** What the harness adds to a question: a file, a notice, the output of a hook. */
const ATTACHMENT = defineRecord(
  {
    type: field.name("its kind: `file`, `queued_command`, `hook_success`, …"),
    content: field.value("a text, its lines, or a file", ATTACHMENT_CONTENT),
    filename: field.unseen(field.name("of a file: its path")),
    prompt: field.unseen(field.text("of a queued command: what was typed")),
    snippet: field.unseen(field.text("of an edited file: the lines that changed")),
    hookEvent: field.unseen(field.value("of a hook: what it ran on")),
    blockingError: field.one(BLOCKED, "of a hook that refused"),
  },
  { others: "the program's" },
);
const OF_AGENT = defineRecord({ agentId: field.id("the agent that was started") }, { others: "the tool's" });
const ORIGIN = defineRecord(
  { sessionId: field.id("the session it was forked from") },
  { others: "the row's" },
);

/** A row of a session's file. Each part of an answer has a row of its own, which names the one before as its parent. */
export const CLAUDE_CODE_ROW = defineRecord({
  type: field.text("`user`, `assistant`, `attachment`, `system`, `progress`, or a fact of the session"),
  subtype: field.text("of a `system` row: `compact_boundary`, `microcompact_boundary`, …"),
  uuid: field.id("the row's id"),
  parentUuid: field.id("the row that it follows"),
  sessionId: field.id("the session; in a resumed session's file, of copied rows, the earlier one"),
  agentId: field.id("the agent whose row it is"),
  isSidechain: field.flag("an agent's, in versions that name no agent"),
  timestamp: field.instant("when it was written"),
  message: field.one(ANTHROPIC_MESSAGE, "what was sent or answered, as the API has it"),
  summary: field.text("of a `summary` row: the session's title"),
  customTitle: field.unseen(field.text("the title that the user gave")),
  aiTitle: field.unseen(field.text("the title that a model gave")),
  cwd: field.name("the folder in which the program runs"),
  version: field.name("the program's"),
  gitBranch: field.name("that is checked out"),
  slug: field.name("the session's name in three words"),
  isMeta: field.flag("the user did not type it"),
  isCompactSummary: field.flag("the summary of a compaction"),
  isApiErrorMessage: field.unseen(field.flag("the program wrote it where a request failed")),
  compactMetadata: field.one(COMPACTION, "of a `compact_boundary`"),
  microcompactMetadata: field.unseen(field.one(MICROCOMPACTION, "of a `microcompact_boundary`")),
  toolUseResult: field.one(OF_AGENT, "what the program keeps of a result; of an agent's, its id"),
  parentToolUseID: field.id("of progress: the call that started the agent"),
  data: field.one(OF_AGENT, "of progress: what goes on"),
  attachment: field.unseen(field.one(ATTACHMENT, "what the harness adds to a question")),
  forkedFrom: field.unseen(field.one(ORIGIN, "of a fork's copied rows: where they are from")),
  content: field.left("what the program keeps for itself", "of a `system` row: what the user is shown"),
  level: field.left("what the program keeps for itself", "of a `system` row: `info`, `error`"),
  mode: field.unseen(field.left("what the program keeps for itself", "in which the program is from here on")),
  error: field.unseen(field.left("what another key says", "why a request failed: its answer says it")),
  todos: field.left("what another key says", "the list of tasks, which a call stated"),
  operation: field.left("what the program keeps for itself", "on the queue of what was typed"),
  snapshot: field.left("what the program keeps for itself", "the files that a turn changed"),
  prompt: field.unseen(field.left("what the program keeps for itself", "the one that was typed last")),
  stopReason: field.left("what the program keeps for itself", "why a hook stopped the turn"),
  origin: field.unseen(field.left("what the program keeps for itself", "where a question is from")),
  commands: field.unseen(field.left("what the program keeps for itself", "that can be typed")),
  url: field.unseen(field.left("what the program keeps for itself", "at which the session can be followed")),
  requestId: field.left("ids, times and marks", "the provider's id of the request"),
  logicalParentUuid: field.left("ids, times and marks", "behind a compaction: the row before it"),
  leafUuid: field.left("ids, times and marks", "of a title: the last row when it was made"),
  toolUseID: field.left("ids, times and marks", "of progress: the call"),
  sourceToolUseID: field.left("ids, times and marks", "the call that added the row"),
  sourceToolAssistantUUID: field.left("ids, times and marks", "the row of the call that a result answers"),
  durationMs: field.left("ids, times and marks", "how long a turn took"),
  messageCount: field.unseen(field.left("ids, times and marks", "in a turn")),
  promptId: field.unseen(field.left("ids, times and marks", "of the question that a row belongs to")),
  imagePasteIds: field.unseen(field.left("ids, times and marks", "of pictures in a question")),
  messageId: field.left("ids, times and marks", "of a snapshot: the row it was taken at"),
  planContent: field.unseen(field.left("what another key says", "the plan, which a call stated")),
  hookAdditionalContext: field.unseen(
    field.left("what another key says", "what a hook added: an attachment has it"),
  ),
  agentName: field.unseen(field.left("what the program keeps for itself", "of a team's agent")),
  teamName: field.unseen(field.left("what the program keeps for itself", "of a team's agent")),
  userType: field.left("what the program keeps for itself", "`external`"),
  entrypoint: field.unseen(field.left("what the program keeps for itself", "how the program was started")),
  isVisibleInTranscriptOnly: field.left("what the program keeps for itself", "where a row is shown"),
  isSnapshotUpdate: field.left("what the program keeps for itself", "of a snapshot"),
  cause: field.unseen(field.left("what the program keeps for itself", "of a request that failed")),
  retryAttempt: field.unseen(field.left("what the program keeps for itself", "of a request that failed")),
  retryInMs: field.unseen(field.left("what the program keeps for itself", "of a request that failed")),
  maxRetries: field.unseen(field.left("what the program keeps for itself", "of a request that failed")),
  permissionMode: field.left("what the program keeps for itself", "what tools may do"),
  thinkingMetadata: field.left("what the program keeps for itself", "how much the model may think"),
  mcpMeta: field.unseen(field.left("what the program keeps for itself", "of a server's result")),
  promptSource: field.unseen(field.left("what the program keeps for itself", "how a question was put")),
  lastPrompt: field.unseen(field.left("what the program keeps for itself", "the one that was typed last")),
  hasOutput: field.left("what the program keeps for itself", "of the hooks of a turn's end"),
  hookCount: field.left("what the program keeps for itself", "of the hooks of a turn's end"),
  hookErrors: field.left("what the program keeps for itself", "of the hooks of a turn's end"),
  hookInfos: field.left("what the program keeps for itself", "of the hooks of a turn's end"),
  preventedContinuation: field.left("what the program keeps for itself", "of the hooks of a turn's end"),
  attributionAgent: field.unseen(field.left("what the program keeps for itself", "whom a commit names")),
  inferenceGeo: field.unseen(field.left("what the program keeps for itself", "where the model ran")),
  research: field.unseen(field.left("what the program keeps for itself", "of a search by many agents")),
});
