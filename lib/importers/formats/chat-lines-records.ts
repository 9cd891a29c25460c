import { CHAT_MESSAGE } from "../messages/chat-records";
import { joinKeys } from "../shared/known-keys";
import { defineRecord, field } from "../shared/record-type";

const SETTINGS = defineRecord(
  { model: field.unseen(field.value("that answered")) },
  { others: "the program's" },
);

/** What programs add to a message. */
export const CHAT_LINE = defineRecord({
  role: field.value("who speaks, or behind `_` what Kimi CLI marks"),
  model: field.unseen(field.value("that answered")),
  metadata: field.unseen(field.one(SETTINGS, "of gptme: how the answer was made")),
  timestamp: field.unseen(field.instant("when it was made")),
  token_count: field.tokens("of Kimi CLI's `_usage`: what stands in the window"),
  model_id: field.unseen(field.value("of Grok Build: that answered")),
  message_id: field.unseen(field.left("ids, times and marks", "of Vibe: the message's")),
  pinned: field.unseen(
    field.left("what the program keeps for itself", "of gptme: no reduction takes it out"),
  ),
  hide: field.unseen(field.left("what the program keeps for itself", "of gptme: it is not shown")),
  files: field.unseen(field.left("what the program keeps for itself", "of gptme: files that were attached")),
  file_hashes: field.unseen(
    field.left("what the program keeps for itself", "of gptme: what these held then"),
  ),
});

export const CHAT_LINE_KEYS = joinKeys(CHAT_MESSAGE, CHAT_LINE);

/** nanobot's first record, which is of the session. */
export const CHAT_HEADER = defineRecord({
  key: field.unseen(field.name("where it is held: `cli:direct`, …")),
  created_at: field.unseen(field.instant("when it began")),
  last_consolidated: field.unseen(field.tokens("how many messages are sent no more")),
  _type: field.unseen(field.left("ids, times and marks", "`metadata`")),
  updated_at: field.unseen(field.left("ids, times and marks", "when it was last written to")),
  metadata: field.unseen(field.left("what the program keeps for itself", "of the session")),
});
