import { ANTHROPIC_CONTENT } from "../../messages/anthropic-records";
import type { ReadingOf } from "../../shared/record-type";
import { defineRecord, field } from "../../shared/record-type";
import { ROO_METRICS, ROO_MODEL } from "./records";

/** A session's file. */
export const CLINE_SESSION = defineRecord({
  sessionId: field.id("the session's"),
  system_prompt: field.text("that is sent with each request"),
  messages: field.value("that are sent, as they stand now"),
  version: field.left("what the program keeps for itself", "of the form"),
  agent: field.left("what the program keeps for itself", "`lead`, or which of a team"),
  updated_at: field.left("ids, times and marks", "when it was written"),
});

const MARKS = defineRecord(
  { kind: field.unseen(field.value("`compaction`: the message is a summary")) },
  { others: "the program's" },
);

/** A message that is sent, in the form of Anthropic's API. */
export const CLINE_MESSAGE = defineRecord({
  role: field.value("`user` or `assistant`"),
  content: field.value("a text, or parts", ANTHROPIC_CONTENT.content),
  ts: field.instant("when it was written"),
  modelInfo: field.one(ROO_MODEL, "of an answer"),
  metrics: field.one(ROO_METRICS, "of an answer"),
  metadata: field.unseen(field.one(MARKS, "of a message that the program wrote")),
  id: field.left("ids, times and marks", "the message's"),
});

export type ClineSession = ReadingOf<typeof CLINE_SESSION>;
