import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";

const PROGRAM = { others: "the program's" };

const THINKING = defineRecord(
  { text: field.value("what the model thought, in one text or in parts") },
  PROGRAM,
);

/** A tool that a round asks for. */
const CALL = defineRecord({
  id: field.id("the call's"),
  name: field.name("of the tool"),
  arguments: field.value("their JSON text"),
  type: field.unseen(field.left("ids, times and marks", "`function`")),
});

/** One call to the model. */
const ROUND = defineRecord({
  response: field.value("what the model said"),
  toolCalls: field.list(CALL, "the tools that it asks for"),
  thinking: field.one(THINKING, "what it thought"),
  id: field.left("ids, times and marks", "the round's"),
  timestamp: field.unseen(field.left("ids, times and marks", "when it was made")),
  toolInputRetry: field.left("ids, times and marks", "how often its arguments had been wrong"),
  modelId: field.unseen(field.left("ids, times and marks", "the model, which the request names")),
  statefulMarker: field.unseen(field.left("opaque values for the provider", "where the provider goes on")),
  phase: field.unseen(field.left("opaque values for the provider", "of models that answer in phases")),
});

/** What the agent of the extension keeps of a request. */
const METADATA = defineRecord({
  renderedUserMessage: field.value("what was sent as the question"),
  renderedGlobalContext: field.value("what was sent before all questions"),
  toolCallRounds: field.list(ROUND, "the calls to the model"),
  toolCallResults: field.value("by the id of a call: what its tool gave"),
  modelMessageId: field.unseen(field.left("ids, times and marks", "the provider's for the answer")),
  responseId: field.unseen(field.left("ids, times and marks", "the answer's")),
  sessionId: field.left("ids, times and marks", "the session's, which the chat names"),
  agentId: field.unseen(field.left("ids, times and marks", "which agent of the extension")),
  cacheKey: field.unseen(
    field.left("ids, times and marks", "where what was sent before all questions is kept"),
  ),
  codeBlocks: field.left("what the program keeps for itself", "code of the answer, each with its language"),
  command: field.unseen(field.left("what the program keeps for itself", "the command that was typed")),
});

const FAULT = defineRecord({ message: field.text("what went wrong"), code: field.text("its kind") }, PROGRAM);

const RESULT = defineRecord({
  metadata: field.one(METADATA, "what the agent keeps"),
  errorDetails: field.one(FAULT, "why it failed"),
  timings: field.left("what the program keeps for itself", "how long it took"),
  details: field.unseen(
    field.left("what the program keeps for itself", "the model's name and price, as a person reads them"),
  ),
});

const MESSAGE = defineRecord({ text: field.text("what was typed") }, PROGRAM);

/** A question and its answer: microsoft/vscode, src/vs/workbench/contrib/chat/common/chatModel.ts. */
export const VSCODE_REQUEST = defineRecord({
  requestId: field.id("the request's"),
  message: field.one(MESSAGE, "the question"),
  response: field.value("what is shown of the answer, in parts"),
  result: field.one(RESULT, "what the agent gave back"),
  timestamp: field.instant("when it was asked"),
  modelId: field.name("the model that was chosen"),
  isCanceled: field.flag("a person stopped it"),
  responseId: field.unseen(field.left("ids, times and marks", "the answer's")),
  timeSpentWaiting: field.unseen(field.left("ids, times and marks", "for a person's leave")),
  responseTimestamp: field.unseen(field.left("ids, times and marks", "when the answer ended")),
  variableData: field.left("what the program keeps for itself", "files and selections that were attached"),
  responseMarkdownInfo: field.unseen(
    field.left("what the program keeps for itself", "how the answer is shown"),
  ),
  followups: field.left("what the program keeps for itself", "questions that are proposed"),
  agent: field.unseen(field.left("what the program keeps for itself", "which agent of which extension")),
  contentReferences: field.unseen(
    field.left("what the program keeps for itself", "files that the answer is shown with"),
  ),
  codeCitations: field.unseen(
    field.left("what the program keeps for itself", "licences of code in the answer"),
  ),
  modelState: field.unseen(field.left("what the program keeps for itself", "how far the answer has come")),
  slashCommand: field.unseen(field.left("what the program keeps for itself", "the command that was typed")),
  shouldBeRemovedOnSend: field.unseen(field.left("what another key says", "the request was taken back")),
  editedFileEvents: field.unseen(field.left("what another key says", "what became of edits")),
});

/** A chat. */
export const VSCODE_CHAT = defineRecord({
  requests: field.value("its questions"),
  sessionId: field.unseen(field.id("the chat's")),
  customTitle: field.unseen(field.name("its title")),
  creationDate: field.unseen(field.instant("when it began")),
  version: field.unseen(field.left("ids, times and marks", "of the form")),
  lastMessageDate: field.unseen(field.left("ids, times and marks", "when it was last written to")),
  requesterUsername: field.left("what the program keeps for itself", "who asks"),
  requesterAvatarIconUri: field.unseen(field.left("what the program keeps for itself", "their picture")),
  responderUsername: field.left("what the program keeps for itself", "who answers"),
  responderAvatarIconUri: field.unseen(field.left("what the program keeps for itself", "its picture")),
  initialLocation: field.left("what the program keeps for itself", "where in the editor it began"),
  isImported: field.unseen(field.left("what the program keeps for itself", "it was read from a file")),
  inputState: field.unseen(field.left("what the program keeps for itself", "what is being typed")),
  mode: field.unseen(field.left("what the program keeps for itself", "`ask`, `edit` or `agent`")),
  selectedModel: field.unseen(field.left("what the program keeps for itself", "for the next question")),
  hasPendingEdits: field.unseen(field.left("what the program keeps for itself", "edits wait for a person")),
});

export type VscodeRequest = ReadingOf<typeof VSCODE_REQUEST>;
export type VscodeRound = ReadingOf<typeof ROUND>;
export type VscodeCall = ReadingOf<typeof CALL>;
