import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";

const SERVICE = { others: "the service's" };

/** A conversation. */
export const CLAUDE_AI_CONVERSATION = defineRecord({
  uuid: field.id("the conversation's"),
  name: field.name("its title"),
  model: field.unseen(field.name("that is asked")),
  created_at: field.instant("when it began"),
  chat_messages: field.value("all of them, those of branches that were left included"),
  current_leaf_message_uuid: field.unseen(
    field.value("the message with which the branch that is shown ends"),
  ),
  summary: field.left("what the program keeps for itself", "what it was about"),
  settings: field.unseen(field.left("what the program keeps for itself", "how it answers")),
  project: field.unseen(field.left("what the program keeps for itself", "the project that it is part of")),
  platform: field.unseen(field.left("what the program keeps for itself", "where it was made")),
  account: field.left("what the program keeps for itself", "the user"),
  is_starred: field.unseen(field.left("what the program keeps for itself", "whether it is marked")),
  is_temporary: field.unseen(field.left("what the program keeps for itself", "whether it is kept")),
  updated_at: field.left("ids, times and marks", "when it was written last"),
  project_uuid: field.unseen(field.left("ids, times and marks", "the project that it is part of")),
  user_uuid: field.unseen(field.left("ids, times and marks", "the user")),
});

/** A part of what a tool gave. */
const RESULT_PART = defineRecord(
  {
    type: field.value("`text`, `knowledge`, …"),
    text: field.value("its text"),
    title: field.unseen(field.value("of a page that was found")),
    url: field.unseen(field.value("of a page that was found")),
    source: field.unseen(field.left("what another key says", "of a page that was found: its host")),
    citations: field.unseen(field.left("what another key says", "where the text is from")),
    metadata: field.unseen(field.left("what another key says", "of a page that was found")),
    cache_control: field.unseen(field.left("ids, times and marks", "of the prefix up to here")),
    uuid: field.left("ids, times and marks", "the part's"),
    start: field.unseen(field.left("ids, times and marks", "of a citation: its place")),
    end: field.unseen(field.left("ids, times and marks", "of a citation: its place")),
    uri: field.unseen(field.left("ids, times and marks", "of a document")),
    doc_uuid: field.unseen(field.left("ids, times and marks", "of a document")),
    ingestion_date: field.unseen(field.left("ids, times and marks", "of a document")),
    file_uuid: field.unseen(field.left("ids, times and marks", "of a picture")),
    extras: field.unseen(field.left("what the program keeps for itself", "of a page that was found")),
    is_missing: field.unseen(field.left("what the program keeps for itself", "whether the page is there")),
    is_citable: field.unseen(field.left("what the program keeps for itself", "whether it may be cited")),
    prompt_context_metadata: field.unseen(
      field.left("what the program keeps for itself", "of a page that was found"),
    ),
  },
  { isOf: ({ text }) => typeof text === "string" },
);

/** A part of a message, in the form of Anthropic's API. */
export const CLAUDE_AI_PART = defineRecord(
  {
    type: field.value("`text`, `thinking`, `tool_use` or `tool_result`"),
    start_timestamp: field.instant("when it began to come"),
    stop_timestamp: field.instant("when all of it was there"),
    text: field.value("of a `text`"),
    citations: field.value("of a `text`: where it is from"),
    thinking: field.value("of `thinking`"),
    id: field.value("of a `tool_use`: the id by which its result names it"),
    name: field.value("of a tool"),
    input: field.value("of a `tool_use`: the arguments"),
    tool_use_id: field.value("of a `tool_result`: the call"),
    content: field.value("of a `tool_result`: a text, or parts", RESULT_PART),
    is_error: field.value("of a `tool_result`: the tool failed"),
    signature: field.unseen(field.left("opaque values for the provider", "of `thinking`")),
    summaries: field.left("what another key says", "of `thinking`: its headings"),
    truncated: field.unseen(field.left("what the program keeps for itself", "of `thinking`: it is cut")),
    message: field.left("what the program keeps for itself", "of a tool: what the user is shown"),
    context: field.left("what the program keeps for itself", "of a tool: what the user is shown"),
    flags: field.left("what the program keeps for itself", "of a part"),
    cut_off: field.left("what the program keeps for itself", "of `thinking`: it was stopped"),
    alternative_display_type: field.unseen(
      field.left("what the program keeps for itself", "how it is shown"),
    ),
    integration_name: field.left("what the program keeps for itself", "of a tool: whose it is"),
    integration_icon_url: field.unseen(
      field.left("what the program keeps for itself", "of a tool: whose it is"),
    ),
    icon_name: field.unseen(field.left("what the program keeps for itself", "of a tool: how it is shown")),
    display_content: field.left("what the program keeps for itself", "of a tool: what the user is shown"),
    approval_options: field.unseen(
      field.left("what the program keeps for itself", "of a tool: what the user may answer"),
    ),
    approval_key: field.unseen(
      field.left("what the program keeps for itself", "of a tool that the user allows"),
    ),
    is_mcp_app: field.unseen(field.left("what the program keeps for itself", "of a tool")),
    mcp_server_url: field.unseen(field.left("what the program keeps for itself", "of a tool")),
    meta: field.unseen(field.left("what the program keeps for itself", "of a tool")),
    structured_content: field.unseen(
      field.left("what another key says", "of a `tool_result`: its content as data"),
    ),
    buffered_input: field.unseen(
      field.left("what another key says", "of a `tool_use`: its arguments so far"),
    ),
  },
  { isOf: ({ type }) => typeof type === "string" && /^(text|thinking|tool_use|tool_result)$/.test(type) },
);

const ATTACHED_TEXT = defineRecord(
  { file_name: field.name("of the file"), extracted_content: field.text("its text") },
  SERVICE,
);
const ATTACHED_FILE = defineRecord({ file_name: field.name("of the file") }, SERVICE);

export const CLAUDE_AI_MESSAGE = defineRecord({
  uuid: field.value("the message's"),
  parent_message_uuid: field.unseen(field.value("the message before")),
  sender: field.value("`human` or `assistant`"),
  created_at: field.instant("when it was made"),
  content: field.value("its parts", CLAUDE_AI_PART),
  text: field.text("all that it says, in older exports in place of parts"),
  stop_reason: field.unseen(field.name("why an answer ended")),
  attachments: field.list(ATTACHED_TEXT, "texts of files"),
  files: field.list(ATTACHED_FILE, "files and pictures"),
  index: field.unseen(field.left("what the program keeps for itself", "its place")),
  truncated: field.unseen(field.left("what the program keeps for itself", "whether it is cut")),
  role: field.unseen(field.left("what the program keeps for itself", "of the sender")),
  metadata: field.unseen(field.left("what the program keeps for itself", "of the message")),
  input_mode: field.unseen(field.left("what the program keeps for itself", "how it was typed")),
  updated_at: field.left("ids, times and marks", "when it was written last"),
});

export type ClaudeAiConversation = ReadingOf<typeof CLAUDE_AI_CONVERSATION>;
export type ClaudeAiMessage = ReadingOf<typeof CLAUDE_AI_MESSAGE>;
