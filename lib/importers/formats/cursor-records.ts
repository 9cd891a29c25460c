import { ANTHROPIC_CONTENT } from "../messages/anthropic-records";
import { defineRecord, field } from "../shared/record-type";

const MESSAGE = defineRecord({
  content: field.value("parts in the form of Anthropic's API", ANTHROPIC_CONTENT.content),
  role: field.unseen(field.left("what another key says", "whose it is: the line says it")),
});

/** A line of a transcript of Cursor's agent. */
export const CURSOR_LINE = defineRecord({
  role: field.value("`user` or `assistant`"),
  message: field.one(MESSAGE, "what was said"),
  type: field.value("`turn_ended`: of a line without a message"),
  status: field.left("what the program keeps for itself", "of a turn that ended"),
});
