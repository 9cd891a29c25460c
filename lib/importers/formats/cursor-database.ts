import { writeArguments } from "../messages/openai";
import { readCallArguments, ToolCalls } from "../messages/tool-calls";
import type { ImportReport } from "../reading/importer";
import { signs } from "../reading/sniff";
import type { CallStep, FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId, nameIn } from "../shared/bounds";
import { noteUnknownKeys } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import { titleOf } from "../shared/titles";
import type { Loose } from "../shared/values";
import { parseJsonText, keepDefined, recordOf, recordsOf } from "../shared/values";
import type { CursorBubble, CursorConversation } from "./cursor-database-records";
import { CURSOR_BUBBLE, CURSOR_CONVERSATION, CURSOR_ROW, CURSOR_SCHEMA } from "./cursor-database-records";

/**
 * A database of Cursor (`state.vscdb`): the conversations of its chat and its composer, which stand whole below one key,
 * or in newer versions as one row each with a row for every bubble. All other rows are the editor's own.
 */
export const cursorDatabase = defineFormat({
  id: "cursor_database",
  label: "database of Cursor",
  checked: { on: "2026-11-24", against: "two databases of Cursor: 33 conversations, 114 calls, 30 tools" },
  agent: "Cursor",
  keys: ({ table }) => (typeof table === "string" ? CURSOR_ROW : CURSOR_SCHEMA),
  recognise: (sniff) => signs(sniff, ["lines"], ["tables.ItemTable.key", "tables.ItemTable.value"]),
  async *sessions({ files, report }) {
    for (const file of files) {
      const bubbles = new Map<string, Loose>();
      const conversations: Conversation[] = [];
      const seen = new Set<unknown>();
      for await (const record of file.records()) {
        const { key, value } = recordOf(CURSOR_ROW.of(record).row);
        const held = typeof value === "string" ? parseJsonText(value) : undefined;
        const found = readConversations(String(key), recordOf(held), report);
        const isBubble = String(key).startsWith("bubbleId:") && held !== undefined;
        if ((isBubble || found.length > 0) && seen.has(key))
          report.passOver("repeated_row", "a key stands twice in the database");
        else if (isBubble) bubbles.set(String(key), recordOf(held));
        else if (found.length > 0) conversations.push(...found);
        else if (CURSOR_SCHEMA.of(record).tables === undefined)
          report.passOver("other_row", "rows without a conversation are the editor's own");
        if (isBubble || found.length > 0) seen.add(key);
      }
      for (const conversation of conversations) {
        const whole = addBubbles(conversation, bubbles);
        const bubblesThere = whole.bubbles.filter(({ type }) => type !== undefined);
        const missing = whole.bubbles.length - bubblesThere.length;
        report.warn("missing_bubble", "a bubble of a conversation is not in the database", missing);
        for (const bubble of bubblesThere) noteUnknownKeys(bubble, CURSOR_BUBBLE, report);
        if (bubblesThere.length > 0) yield readSession(whole, bubblesThere);
        else report.passOver("empty_conversation", "a conversation has no bubbles");
      }
      report.passOver("stray_bubble", "a bubble's conversation is not in the database", bubbles.size);
    }
  },
});

interface Conversation {
  readonly id: string;
  readonly about: CursorConversation;
  readonly bubbles: readonly Loose[];
}

function readConversations(key: string, held: Loose, report: ImportReport): Conversation[] {
  const isAlone = key.startsWith("composerData:") && CURSOR_CONVERSATION.of(held).composerId !== undefined;
  const composers = isAlone ? [held] : recordsOf(held.allComposers);
  const tabs = key.endsWith(".aichat.chatdata") ? recordsOf(held.tabs) : [];
  return [
    ...composers.flatMap((composer) => {
      noteUnknownKeys(composer, CURSOR_CONVERSATION, report);
      const about = CURSOR_CONVERSATION.of(composer);
      const inline = recordsOf(about.conversation);
      const bubbles = inline.length > 0 ? inline : recordsOf(about.fullConversationHeadersOnly);
      // A workspace's list names conversations whose bubbles another database has.
      return isAlone || bubbles.length > 0 ? [{ id: findId(about.composerId) ?? key, about, bubbles }] : [];
    }),
    ...tabs.map((tab) => {
      noteUnknownKeys(tab, CURSOR_CONVERSATION, report);
      const about = CURSOR_CONVERSATION.of(tab);
      return { id: about.tabId ?? key, about, bubbles: recordsOf(about.bubbles) };
    }),
  ];
}

/** The headers of a conversation with their bubbles, which leave the map. */
function addBubbles(conversation: Conversation, stored: Map<string, Loose>): Conversation {
  if (recordsOf(conversation.about.fullConversationHeadersOnly).length === 0) return conversation;
  const bubbles = conversation.bubbles.map(({ bubbleId }) => {
    const key = `bubbleId:${conversation.id}:${String(bubbleId)}`;
    const bubble = stored.get(key) ?? {};
    stored.delete(key);
    return bubble;
  });
  return { ...conversation, bubbles };
}

function isOfUser({ type }: CursorBubble): boolean {
  return type === 1 || type === "user";
}

function readSession({ id, about }: Conversation, stored: readonly Loose[]): FoundSession {
  const bubbles = stored.map((bubble) => CURSOR_BUBBLE.of(bubble));
  const first = bubbles.find(isOfUser);
  return {
    id,
    at: about.createdAt ?? about.lastSendTime,
    name: nameIn(about.name ?? about.chatTitle) ?? titleOf(first?.text),
    windows: "inferred",
    notes: [
      "Cursor's instructions, its tools' schemas and the files that it adds to a question are not in the database.",
      "Where a call ends is not recorded: it is taken to end with its tools, and of tools in a row those with one id to be of one call.",
    ],
    steps: readSteps(bubbles),
  };
}

type Open = CallStep & { answer: SeenItem[]; usage?: CallStep["usage"] };

function* readSteps(bubbles: readonly CursorBubble[]): Generator<SessionStep> {
  const calls = new ToolCalls();
  let open: Open | null = null;
  let results: SeenItem[] = [];
  let last = "";
  for (const bubble of bubbles) {
    const tool = bubble.toolFormerData;
    const isTool = tool.name !== undefined;
    const call: string = isTool ? String(tool.toolCallId).replace(/^\d+_/, "") : "";
    if (open !== null && (isOfUser(bubble) || (results.length > 0 && call !== last))) {
      yield open;
      if (results.length > 0) yield { add: results };
      [open, results] = [null, []];
    }
    last = call;
    if (isOfUser(bubble)) {
      const text = bubble.text ?? "";
      // The box in which the next question is being typed is kept as a bubble.
      if (text !== "") yield { add: [{ kind: "user_message", content: text }] };
      continue;
    }
    open ??= { answer: [], turnId: findId(bubble.bubbleId ?? bubble.id), model: bubble.modelType };
    open.answer.push(...readItems(bubble));
    open.usage = readUsage(bubble) ?? open.usage;
    if (isTool) {
      const toolCallId = findId(tool.toolCallId) ?? calls.makeId();
      const content = writeArguments(tool.rawArgs ?? tool.params);
      calls.note(toolCallId, nameIn(tool.name) ?? "tool", readCallArguments(content));
      open.answer.push({ kind: "tool_call", toolName: nameIn(tool.name) ?? "tool", toolCallId, content });
      const said = tool.result ?? tool.error;
      if (said !== undefined)
        results.push({
          kind: "tool_result",
          content: typeof said === "string" ? said : JSON.stringify(said),
          ...calls.describe(toolCallId),
          ...(tool.status === "error" && { isError: true }),
        });
    }
  }
  if (open !== null) yield open;
  if (results.length > 0) yield { add: results };
}

function readItems(bubble: CursorBubble): SeenItem[] {
  const thought = bubble.thinking.text;
  const text = bubble.text ?? "";
  return [
    ...(thought === undefined ? [] : [{ kind: "thinking" as const, content: thought }]),
    ...(text.trim() === "" ? [] : [{ kind: "assistant_text" as const, content: text }]),
  ];
}

function readUsage({ tokenCount }: CursorBubble): CallStep["usage"] {
  const { inputTokens, outputTokens } = tokenCount;
  // A bubble whose call was not counted has zeros.
  const usage = keepDefined({
    input: inputTokens || undefined,
    output: outputTokens || undefined,
  });
  return Object.keys(usage).length === 0 ? undefined : usage;
}
