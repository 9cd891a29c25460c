import { PI_MESSAGE } from "../../messages/pi-records";
import type { ReadingOf } from "../../shared/record-type";
import { defineRecord, field } from "../../shared/record-type";

/** A record of a session's file: its header first, then what happened, each linked to the one before. */
export const PI_RECORD = defineRecord({
  type: field.value(
    "`session` (the header), `message`, `compaction`, `branch_summary`, `custom_message`, `leaf`, …",
  ),
  id: field.id("the record's; of the header the session's"),
  parentId: field.id("the record before: of a branch, the one where it begins"),
  timestamp: field.instant("when it was written"),
  version: field.value("of the header: of the form, from 2 on"),
  cwd: field.text("of the header: the folder in which the program runs"),
  provider: field.name("of the header or of a change of the model"),
  modelId: field.name("of the header or of a change of the model"),
  thinkingLevel: field.name("of the header or of a change of it"),
  branchedFrom: field.unseen(
    field.text("of the header, in version 1: the file that the session was forked from"),
  ),
  parentSession: field.unseen(field.text("of the header: the file that the session was forked from")),
  message: field.one(PI_MESSAGE, "of a `message`"),
  content: field.value("of a `custom_message`: a text, or parts"),
  customType: field.name("of a `custom_message`: which extension wrote it"),
  summary: field.text("of a `compaction` or a `branch_summary`"),
  fromHook: field.flag("of a `compaction`: an extension wrote the summary"),
  firstKeptEntryId: field.id("of a `compaction`: the first record that stays"),
  firstKeptEntryIndex: field.value("of a `compaction`, in version 1: the number of that record"),
  tokensBefore: field.tokens("of a `compaction`: tokens of the window before it"),
  targetId: field.id("of a `leaf`: the record from which the session goes on"),
  appendParentId: field.id("of a `leaf`: the record that the next one names as its parent"),
  appendMode: field.value("`side`: no part of the branch"),
  name: field.unseen(field.text("of a `session_info`: the title")),
  data: field.left("what the program keeps for itself", "of a `custom` record: an extension's"),
  details: field.left("what the program keeps for itself", "of a `compaction`: the files that were read"),
  label: field.unseen(field.left("what the program keeps for itself", "of a `label`: a mark of the user")),
  usage: field.unseen(
    field.left("what the program keeps for itself", "of a `compaction`: what the summary was billed"),
  ),
  model: field.unseen(
    field.left("what the program keeps for itself", "of a `compaction`: which model wrote it"),
  ),
  display: field.left(
    "what the program keeps for itself",
    "of a `custom_message`: whether the user is shown it",
  ),
  fromId: field.left("ids, times and marks", "of a `branch_summary`: where the branch began"),
});

export type PiRecord = ReadingOf<typeof PI_RECORD>;
