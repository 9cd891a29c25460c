import { ANTHROPIC_MESSAGE } from "../../messages/anthropic-records";
import { defineRecord, field } from "../../shared/record-type";

/** A row of a session of iFlow: one of Claude Code's, with its own ids of answers. */
export const IFLOW_ROW = defineRecord({
  type: field.value("`user` or `assistant`"),
  uuid: field.value("the row's id"),
  sessionId: field.id("the session"),
  timestamp: field.instant("when it was written"),
  message: field.one(ANTHROPIC_MESSAGE, "what was sent or answered"),
  cwd: field.name("the folder in which the program runs"),
  toolUseResult: field.unseen(field.left("what another key says", "what the program keeps of a result")),
  parentUuid: field.left("ids, times and marks", "of all rows of an answer: the question"),
  version: field.left("what the program keeps for itself", "the program's"),
  isSidechain: field.left("what the program keeps for itself", "always `false`"),
  userType: field.left("what the program keeps for itself", "`external`"),
  gitBranch: field.left("what the program keeps for itself", "that is checked out"),
  isMeta: field.unseen(field.left("what the program keeps for itself", "the user did not type it")),
  requestId: field.unseen(
    field.left("what the program keeps for itself", "the provider's id of the request"),
  ),
});

const RESPONSE = defineRecord(
  {
    output: field.unseen(field.value("the result as it was sent")),
    error: field.unseen(field.text("what went wrong")),
  },
  { others: "the tool's" },
);
const FUNCTION_RESPONSE = defineRecord(
  { response: field.unseen(field.one(RESPONSE, "what the tool answered")) },
  { others: "the program's" },
);
const RESPONSE_PARTS = defineRecord(
  { functionResponse: field.unseen(field.one(FUNCTION_RESPONSE, "the result in the form of Gemini's API")) },
  { others: "the program's" },
);
/** The `content` of a result: what the program keeps of it, with the result inside. */
export const RESULT_CONTENT = defineRecord(
  { responseParts: field.unseen(field.one(RESPONSE_PARTS, "the result as it was sent")) },
  { others: "the program's" },
);
