import { CHAT_MESSAGE } from "../messages/chat-records";
import { joinKeys } from "../shared/known-keys";
import { defineRecord, field } from "../shared/record-type";

const SETTINGS = defineRecord(
  { model: field.unseen(field.value("that answered")) },
  { others: "the program's" },
);

const SERVER_CALL = defineRecord(
  {
    tool_type: field.unseen(field.name("the tool")),
    name: field.unseen(field.name("the tool, where it has several")),
    action: field.unseen(field.value("what was asked for")),
    input: field.unseen(field.value("its JSON text")),
    id: field.unseen(field.id("the call's")),
    call_id: field.unseen(field.id("the call's")),
  },
  { others: "the provider's" },
);

/** What programs add to a message. */
export const CHAT_LINE = defineRecord({
  role: field.value("who speaks, or behind `_` what Kimi CLI marks"),
  model: field.unseen(field.value("that answered")),
  metadata: field.unseen(field.one(SETTINGS, "of gptme: how the answer was made")),
  timestamp: field.unseen(field.instant("when it was made")),
  token_count: field.tokens("of Kimi CLI's `_usage`: what stands in the window"),
  model_id: field.unseen(field.value("of Grok Build: that answered")),
  synthetic_reason: field.unseen(
    field.name("of Grok Build: why the program wrote what stands as the user's"),
  ),
  prompt_index: field.unseen(field.value("of Grok Build: which question of the user's it is")),
  kind: field.unseen(
    field.one(SERVER_CALL, "of Grok Build's `backend_tool_call`: a tool that the provider ran"),
  ),
  model_fingerprint: field.unseen(
    field.left("ids, times and marks", "of Grok Build: which state of the model"),
  ),
  reasoning_effort: field.unseen(
    field.left("what the program keeps for itself", "of Grok Build: how much the model may think"),
  ),
  message_id: field.unseen(field.left("ids, times and marks", "of Vibe: the message's")),
  pinned: field.unseen(
    field.left("what the program keeps for itself", "of gptme: no reduction takes it out"),
  ),
  hide: field.unseen(field.left("what the program keeps for itself", "of gptme: it is not shown")),
  files: field.unseen(field.left("what the program keeps for itself", "of gptme: files that were attached")),
  file_hashes: field.unseen(
    field.left("what the program keeps for itself", "of gptme: hashes of what the attached files held then"),
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
