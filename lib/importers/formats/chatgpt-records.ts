import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";

const SERVICE = { others: "the service's" };

/** A conversation. */
export const CHATGPT_CONVERSATION = defineRecord({
  conversation_id: field.id("the conversation's"),
  id: field.id("the conversation's, under another key"),
  title: field.name("its title"),
  create_time: field.instant("when it began"),
  mapping: field.value("its messages by their nodes' ids, each with its parent: a tree"),
  current_node: field.value("the node with which the branch that is shown ends"),
  default_model_slug: field.name("the model that is asked"),
  owner: field.unseen(field.left("ids, times and marks", "whose it is")),
  content: field.unseen(field.left("what the program keeps for itself", "of a conversation that was shared")),
  update_time: field.left("ids, times and marks", "when it was written last"),
  plugin_ids: field.left("ids, times and marks", "of plugins"),
  user_id: field.unseen(field.left("ids, times and marks", "the user")),
  gizmo_id: field.left("ids, times and marks", "of an own assistant"),
  conversation_template_id: field.left("ids, times and marks", "of an own assistant"),
  disabled_tool_ids: field.unseen(field.left("ids, times and marks", "tools that are off")),
  sugar_item_id: field.unseen(field.left("ids, times and marks", "of the page")),
  pinned_time: field.unseen(field.left("ids, times and marks", "when it was kept on top")),
  workspace_id: field.unseen(field.left("ids, times and marks", "of the firm")),
  moderation_results: field.left("what the program keeps for itself", "how it was judged"),
  gizmo_type: field.unseen(field.left("what the program keeps for itself", "of an own assistant")),
  is_archived: field.left("what the program keeps for itself", "whether it is put away"),
  is_starred: field.unseen(field.left("what the program keeps for itself", "whether it is marked")),
  safe_urls: field.left("what the program keeps for itself", "addresses that may be opened"),
  blocked_urls: field.unseen(
    field.left("what the program keeps for itself", "addresses that may not be opened"),
  ),
  voice: field.unseen(
    field.left("what the program keeps for itself", "the voice in which an answer is read aloud"),
  ),
  rating: field.unseen(field.left("what the program keeps for itself", "how the user judged it")),
  conversation_origin: field.unseen(field.left("what the program keeps for itself", "where it began")),
  async_status: field.unseen(field.left("what the program keeps for itself", "whether it goes on by itself")),
  is_do_not_remember: field.unseen(
    field.left("what the program keeps for itself", "nothing is kept for later ones"),
  ),
  is_study_mode: field.unseen(field.left("what the program keeps for itself", "how it answers")),
  memory_scope: field.unseen(field.left("what the program keeps for itself", "what is kept for later ones")),
  sugar_item_visible: field.unseen(field.left("what the program keeps for itself", "of the page")),
  context_scopes: field.unseen(field.left("what the program keeps for itself", "what it may look at")),
  is_read_only: field.unseen(field.left("what the program keeps for itself", "whether it can go on")),
  atlas_mode_enabled: field.unseen(field.left("what the program keeps for itself", "of the browser")),
});

const AUTHOR = defineRecord({
  role: field.value("`system`, `user`, `assistant` or `tool`"),
  name: field.name("of a tool"),
  metadata: field.left("what the program keeps for itself", "of the author"),
});

const THOUGHT = defineRecord(
  { summary: field.text("its heading"), content: field.text("what was thought, summed up") },
  SERVICE,
);

/** What a message says. Its type says which of the fields it has. */
const CONTENT = defineRecord({
  content_type: field.value("`text`, `multimodal_text`, `code`, `thoughts`, `user_editable_context`, …"),
  parts: field.value("of a text: texts, and records of pictures"),
  text: field.text("of code, of its output or of a quotation"),
  thoughts: field.list(THOUGHT, "of thoughts"),
  title: field.unseen(field.text("of a page that was found")),
  url: field.unseen(field.text("of a page that was found")),
  result: field.unseen(field.text("of a page that was found: its text")),
  summary: field.unseen(field.text("of a page that was found")),
  content: field.text("of the line that tells how long was thought"),
  user_profile: field.text("what the user told of themselves"),
  user_instructions: field.text("how the user wants answers"),
  model_set_context: field.unseen(field.text("what is kept of earlier conversations")),
  language: field.left("what the program keeps for itself", "of code"),
  name: field.unseen(field.left("what the program keeps for itself", "of an error")),
  state: field.unseen(field.left("what the program keeps for itself", "of a page that is open")),
  response_format_name: field.unseen(field.left("what the program keeps for itself", "of code")),
  domain: field.unseen(field.left("what the program keeps for itself", "of a page that was found")),
  repository: field.unseen(field.left("what the program keeps for itself", "of code that was found")),
  is_complete: field.unseen(field.left("what the program keeps for itself", "whether all of it is there")),
  source_analysis_msg_id: field.left(
    "ids, times and marks",
    "of the line that tells how long was thought: the thoughts",
  ),
  pub_date: field.unseen(field.left("ids, times and marks", "of a page that was found")),
  pub_timestamp: field.unseen(field.left("ids, times and marks", "of a page that was found")),
  crawl_date: field.unseen(field.left("ids, times and marks", "of a page that was found")),
  ref_id: field.unseen(field.left("ids, times and marks", "of a page that was found")),
  tether_id: field.unseen(field.left("ids, times and marks", "of a page that was found")),
  computer_id: field.unseen(field.left("ids, times and marks", "of a machine")),
  snippet: field.unseen(field.left("what another key says", "of a page that was found: its text")),
});

const FINISH = defineRecord({ type: field.name("why the answer ended") }, SERVICE);
const ATTACHMENT = defineRecord({ name: field.name("of the file") }, SERVICE);
const METADATA = defineRecord(
  {
    model_slug: field.name("of an answer: the model"),
    finish_details: field.one(FINISH, "of an answer"),
    attachments: field.list(ATTACHMENT, "of a question: its files"),
  },
  SERVICE,
);

/** A message, in its node. */
export const CHATGPT_MESSAGE = defineRecord({
  id: field.id("the message's"),
  author: field.one(AUTHOR, "who said it"),
  create_time: field.instant("when it was made"),
  content: field.one(CONTENT, "what it says"),
  metadata: field.one(METADATA, "what the service keeps of it"),
  recipient: field.name("`all`, or the tool that it calls"),
  status: field.left("what the program keeps for itself", "whether all of it is there"),
  weight: field.left("what the program keeps for itself", "whether it is sent again"),
  end_turn: field.left("what the program keeps for itself", "whether the answer ends with it"),
  channel: field.left("what the program keeps for itself", "`final`, `analysis` or `commentary`"),
  update_time: field.left("ids, times and marks", "when it was written last"),
});

export type ChatGptConversation = ReadingOf<typeof CHATGPT_CONVERSATION>;
export type ChatGptMessage = ReadingOf<typeof CHATGPT_MESSAGE>;
