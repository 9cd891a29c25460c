import { ANTHROPIC_CONTENT } from "../../messages/anthropic-records";
import type { ReadingOf } from "../../shared/record-type";
import { defineRecord, field } from "../../shared/record-type";

const PROGRAM = { others: "the program's" };

/** What the display tells of a condensation, or of messages that were cut off. */
export const ROO_EDIT = defineRecord(
  {
    summary: field.value("of a condensation: a text, or parts"),
    condenseId: field.unseen(field.value("of a condensation: hidden messages name it")),
    truncationId: field.unseen(field.value("of a cut: hidden messages name it")),
    prevContextTokens: field.tokens("of the window before the condensation"),
    newContextTokens: field.tokens("of the window after the condensation"),
  },
  PROGRAM,
);

/** Which model answered. */
export const ROO_MODEL = defineRecord(
  {
    modelId: field.unseen(field.name("its name, in the editor's versions")),
    id: field.value("its name, in those of the command line"),
  },
  PROGRAM,
);

const OLDER_TOKENS = defineRecord(
  {
    prompt: field.unseen(field.tokens("that were read and were in no cache")),
    cached: field.unseen(field.tokens("that were read from a cache")),
    completion: field.unseen(field.tokens("that were written")),
  },
  PROGRAM,
);

/** What an answer was billed. */
export const ROO_METRICS = defineRecord(
  {
    inputTokens: field.tokens("of the whole prompt"),
    outputTokens: field.tokens("that were written"),
    cacheReadTokens: field.tokens("of the prompt, from a cache"),
    cacheWriteTokens: field.tokens("of the prompt, written to a cache"),
    tokens: field.unseen(field.one(OLDER_TOKENS, "in older versions, in place of the others")),
  },
  PROGRAM,
);

/** A message of the history, which is sent, or a row of the display. */
export const ROO_MESSAGE = defineRecord({
  ts: field.value("when it was written, in milliseconds: it joins the history and the display"),
  role: field.value("of the history: `user` or `assistant`"),
  content: field.value("of the history: a text, or parts of Anthropic's API", ANTHROPIC_CONTENT.content),
  isSummary: field.flag("of the history: the summary of a condensation"),
  condenseId: field.unseen(field.value("of a summary: hidden messages name it")),
  condenseParent: field.unseen(field.value("of a hidden message: the summary that stands for it")),
  isTruncationMarker: field.unseen(field.flag("of the history: what stands for messages that were cut off")),
  truncationId: field.unseen(field.value("of such a mark: hidden messages name it")),
  truncationParent: field.unseen(field.value("of a hidden message: the mark that stands for it")),
  modelInfo: field.unseen(field.one(ROO_MODEL, "of an answer, as Cline has it")),
  metrics: field.unseen(field.one(ROO_METRICS, "of an answer, as Cline has it")),
  type: field.value("of the display: `say` or `ask`"),
  say: field.value("of the display: `api_req_started`, `text`, `reasoning`, `condense_context`, …"),
  ask: field.value("of the display: `tool`, `command`, `followup`, `use_mcp_server`, …"),
  text: field.text("of the display: what is shown; of a request and of a tool, JSON"),
  contextCondense: field.value("of the display: what a condensation did", ROO_EDIT),
  contextTruncation: field.unseen(field.value("of the display: what was cut off", ROO_EDIT)),
  id: field.unseen(field.left("ids, times and marks", "of an item of reasoning")),
  reasoning_content: field.unseen(
    field.left("what another key says", "its reasoning, which the display has"),
  ),
  encrypted_content: field.unseen(field.left("opaque values for the provider", "of an item of reasoning")),
  summary: field.unseen(field.left("what another key says", "of an item of reasoning: the display has it")),
  reasoning: field.unseen(field.left("what another key says", "of the display: its rows of `reasoning`")),
  apiProtocol: field.unseen(field.left("what another key says", "of the display: a request's text has it")),
  images: field.left("what another key says", "of the display: pictures, which the history has"),
  files: field.unseen(field.left("what another key says", "of the display: files, which the history has")),
  partial: field.left("what the program keeps for itself", "of the display: more is to come"),
  checkpoint: field.unseen(field.left("what the program keeps for itself", "the state of the folder")),
  isAnswered: field.unseen(field.left("what the program keeps for itself", "of a question to the user")),
  isProtected: field.left("what the program keeps for itself", "of a tool: it touches settings"),
  progressStatus: field.left("what the program keeps for itself", "how far a tool has come"),
  isUpdated: field.unseen(field.left("what the program keeps for itself", "of a row that was changed")),
  isCheckpointCheckedOut: field.unseen(field.left("what the program keeps for itself", "of the folder")),
  isOperationOutsideWorkspace: field.unseen(
    field.left("what the program keeps for itself", "of a tool: where it works"),
  ),
  commandCompleted: field.unseen(field.left("what the program keeps for itself", "of a command: it ended")),
  lastCheckpointHash: field.unseen(field.left("ids, times and marks", "the state of the folder")),
  conversationHistoryIndex: field.unseen(
    field.left("ids, times and marks", "of the display: the message's place in the history"),
  ),
});

export type RooMessage = ReadingOf<typeof ROO_MESSAGE>;
export type RooEdit = ReadingOf<typeof ROO_EDIT>;
