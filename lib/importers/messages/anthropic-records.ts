import { defineRecord, field } from "../shared/record-type";
import type { Loose } from "../shared/values";

const ANTHROPIC_KINDS = /^(text|thinking|redacted_thinking|compaction|image)$|tool_use$|tool_result$/;

/** Whether a part of a message is of a kind that Anthropic's API has. */
export function isAnthropicPart({ type }: Loose): boolean {
  return typeof type === "string" && ANTHROPIC_KINDS.test(type);
}

/** What a tool gave back: a text, a document or an image. */
const RESULT_PART = defineRecord(
  {
    type: field.value("`text`, `image`, `document`, `search_result`"),
    text: field.value("the text"),
    citations: field.unseen(field.value("whether it may be cited")),
    cache_control: field.unseen(field.value("the prefix up to here is to be cached")),
    source: field.unseen(field.value("the image or the document, or where it is from")),
    title: field.unseen(field.value("of a document or a page")),
    url: field.unseen(field.value("of a page that was found")),
    context: field.unseen(field.value("what is said of a document")),
  },
  { isOf: ({ text }) => typeof text === "string" },
);

/** A part of a message. Its kind says which of the fields it has. */
const PART = defineRecord(
  {
    type: field.value("its kind"),
    text: field.value("of a `text`"),
    citations: field.unseen(field.value("of a `text`: where it is from")),
    cache_control: field.unseen(field.value("the prefix up to here is to be cached")),
    thinking: field.value("of `thinking`: what was thought, or a summary of it"),
    signature: field.value("of `thinking`: the provider's seal"),
    data: field.unseen(field.value("of `redacted_thinking`: what was thought, sealed")),
    id: field.value("of a `tool_use`: by which its result names it"),
    name: field.value("of a `tool_use`: the tool"),
    input: field.value("of a `tool_use`: the arguments"),
    caller: field.value("of a `tool_use`: who called, the model or code that it runs"),
    tool_use_id: field.value("of a `tool_result`: the call that it answers"),
    content: field.value("of a `tool_result`: a text, or parts; of a `compaction` the summary", RESULT_PART),
    is_error: field.value("of a `tool_result`: the tool failed"),
    source: field.value("of an `image`: its data or address"),
    encrypted_content: field.unseen(field.value("of a search's result: the page, sealed")),
    partial_json: field.unseen(field.value("of streamed arguments: a piece")),
    index: field.unseen(field.value("of a streamed part: its place")),
    server_name: field.unseen(field.left("ids, times and marks", "of an `mcp_tool_use`: the server")),
  },
  { isOf: isAnthropicPart },
);

/** A message as the Messages API gives it. */
export const ANTHROPIC_MESSAGE = defineRecord({
  id: field.id("the answer's id: of all rows and chunks of one answer the same"),
  type: field.value("`message`"),
  role: field.value("`user`, `assistant` or `system`"),
  model: field.name("that answered"),
  content: field.value("a text, or parts", PART),
  stop_reason: field.name("why the answer ended: `end_turn`, `tool_use`, `max_tokens`, …"),
  usage: field.value("the tokens that were billed"),
  context_management: field.value("edits that the server made to the window"),
  cache_control: field.unseen(field.value("the prefix up to here is to be cached")),
  stop_sequence: field.left("what another key says", "the text at which it stopped"),
  stop_details: field.left("what another key says", "why it stopped, in more words"),
  container: field.unseen(field.left("what the program keeps for itself", "in which the provider ran code")),
  diagnostics: field.unseen(
    field.left("what the program keeps for itself", "what the provider tells of a cache"),
  ),
});

/** For records whose own `content` is that of a message. */
export const ANTHROPIC_CONTENT = { content: PART };
