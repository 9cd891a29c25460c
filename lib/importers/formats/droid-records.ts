import { ANTHROPIC_MESSAGE } from "../messages/anthropic-records";
import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";

/** A line of a session's file: its header first, then messages, each linked to the one before. */
export const DROID_RECORD = defineRecord({
  type: field.value("`session_start` (the header), `message`, `todo_state`, …"),
  id: field.id("the record's; of the header the session's"),
  parentId: field.id("of a message: the one before"),
  timestamp: field.instant("when it was written"),
  title: field.text("of the header: the first question"),
  sessionTitle: field.text("of the header: the title that is shown"),
  cwd: field.name("of the header: the folder in which the program runs"),
  message: field.one(ANTHROPIC_MESSAGE, "what was sent or answered, as Anthropic's API has it"),
  version: field.left("what the program keeps for itself", "of the header: of the form"),
  owner: field.left("what the program keeps for itself", "of the header: the user"),
  isSessionTitleManuallySet: field.left("what the program keeps for itself", "the user gave the title"),
  sessionTitleAutoStage: field.unseen(
    field.left("what the program keeps for itself", "how far a model has made the title"),
  ),
  visibility: field.unseen(field.left("what the program keeps for itself", "of a message: who is shown it")),
  todos: field.left("what the program keeps for itself", "the list of tasks, which a call stated"),
  hostId: field.unseen(field.left("what the program keeps for itself", "the machine")),
  callingSessionId: field.unseen(
    field.left("what the program keeps for itself", "of an agent's header: the session that started it"),
  ),
  callingToolUseId: field.unseen(
    field.left("what the program keeps for itself", "of an agent's header: the call that started it"),
  ),
});

export type DroidRecord = ReadingOf<typeof DROID_RECORD>;
