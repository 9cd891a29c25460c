import { anyKeys } from "../shared/known-keys";
import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";

const EDITOR = { others: "the editor's" };

/** A row of a table as it is read. */
export const CURSOR_ROW = defineRecord({
  table: field.left("what another key says", "its name: rows are known by their key"),
  row: field.value("its columns: a key and its value"),
});

/** The first record: which tables there are, each with its columns. */
export const CURSOR_SCHEMA = defineRecord({ tables: field.value("by their names", anyKeys({})) });

const THINKING = defineRecord({ text: field.text("what the model thought") }, EDITOR);

const TOOL = defineRecord(
  {
    name: field.text("the tool's"),
    toolCallId: field.value("the call's; tools of one call can have one, numbered"),
    rawArgs: field.value("the arguments, as the model wrote them"),
    params: field.unseen(field.value("the arguments, as the editor read them")),
    result: field.value("what the tool gave"),
    error: field.value("why it failed"),
    status: field.value("`completed`, `error`, …"),
  },
  EDITOR,
);

const COUNT = defineRecord(
  {
    inputTokens: field.tokens("that the call read; 0 where it was not counted"),
    outputTokens: field.tokens("that it wrote"),
  },
  EDITOR,
);

/** A piece of a conversation: what was typed, or a piece of an answer. */
export const CURSOR_BUBBLE = defineRecord(
  {
    type: field.value("1 or `user` of what was typed, else 2 or `ai`"),
    bubbleId: field.value("the id of the piece"),
    id: field.value("the id of the piece, in a chat's tab"),
    text: field.text("what was typed or said"),
    thinking: field.one(THINKING, "what the model thought"),
    toolFormerData: field.one(TOOL, "a tool that was called, with its result"),
    tokenCount: field.one(COUNT, "of the call"),
    modelType: field.name("the model"),
  },
  EDITOR,
);

/** A conversation of the composer, or a tab of the chat. */
export const CURSOR_CONVERSATION = defineRecord(
  {
    composerId: field.value("of the composer: the id of the conversation"),
    tabId: field.id("of a tab: the id of the tab"),
    name: field.value("its title"),
    chatTitle: field.value("of a tab: its title"),
    createdAt: field.instant("of the composer: when it began"),
    lastSendTime: field.instant("of a tab: when it was last asked"),
    conversation: field.value("its bubbles"),
    bubbles: field.value("of a tab: its bubbles"),
    fullConversationHeadersOnly: field.value("the ids of its bubbles, where each has a row"),
  },
  EDITOR,
);

export type CursorBubble = ReadingOf<typeof CURSOR_BUBBLE>;
export type CursorConversation = ReadingOf<typeof CURSOR_CONVERSATION>;
