import { readItemsOfContent } from "../messages/anthropic";
import { ToolCalls } from "../messages/tool-calls";
import { signs } from "../reading/sniff";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId } from "../shared/bounds";
import { noteUnknownKeys } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import type { Loose } from "../shared/values";
import { keepDefined, idOf, recordsOf, stringOf } from "../shared/values";
import type { ClaudeAiConversation, ClaudeAiMessage } from "./claude-ai-records";
import { CLAUDE_AI_CONVERSATION, CLAUDE_AI_MESSAGE, CLAUDE_AI_PART } from "./claude-ai-records";

/**
 * Conversations as Claude.ai exports them (`conversations.json`). An answer with results inside it is several calls.
 * Only the branch that ends with the last message is read.
 */
export const claudeAi = defineFormat({
  id: "claude_ai",
  label: "Claude.ai export",
  checked: { on: "2026-11-24", against: "two made documents of others" },
  agent: "Claude.ai",
  keys: CLAUDE_AI_CONVERSATION,
  recognise: (sniff) => signs(sniff, ["array", "lines", "object"], ["uuid", "chat_messages", "created_at"]),
  async *sessions({ files, report }) {
    for (const file of files) {
      let n = 0;
      for await (const record of file.records()) {
        n++;
        const conversation = CLAUDE_AI_CONVERSATION.of(record);
        const all = recordsOf(conversation.chat_messages);
        for (const message of all) noteUnknownKeys(message, CLAUDE_AI_MESSAGE, report, "chat_messages.");
        const branch = readBranch(all, conversation.current_leaf_message_uuid);
        report.warn(
          "other_branch",
          "a message is on a branch that was left and is not read",
          all.length - branch.length,
        );
        const id = conversation.uuid ?? `${file.fingerprint}-${n}`;
        if (branch.length > 0) yield readSession(id, conversation, branch.map(CLAUDE_AI_MESSAGE.of));
        else report.passOver("empty_conversation", "a conversation has no messages");
      }
    }
  },
});

function readBranch(messages: readonly Loose[], leaf: unknown): Loose[] {
  const byId = new Map(messages.map((message) => [message.uuid, message]));
  const isChained = messages.some(({ parent_message_uuid: parent }) => byId.has(parent));
  if (!isChained) return [...messages];
  const branch = new Set<Loose>();
  for (
    let message = byId.get(leaf) ?? messages.at(-1);
    message !== undefined && !branch.has(message);
    message = byId.get(message.parent_message_uuid)
  )
    branch.add(message);
  return [...branch].reverse();
}

function readSession(
  id: string,
  conversation: ClaudeAiConversation,
  branch: readonly ClaudeAiMessage[],
): FoundSession {
  return {
    id,
    at: conversation.created_at,
    name: conversation.name,
    model: conversation.model,
    windows: "inferred",
    notes: [
      "The export has neither the system prompt nor the tools' schemas, and no usage. What the service left out of a long window is not in it.",
    ],
    steps: readSteps(branch),
  };
}

/**
 * Parts are read as those of Anthropic's API: `thinking`, `citations`, `input`, `is_error`; in a result, `title` and `url`.
 */
function* readSteps(messages: readonly ClaudeAiMessage[]): Generator<SessionStep> {
  const calls = new ToolCalls();
  for (const message of messages) {
    const { text, created_at: at } = message;
    const content = recordsOf(message.content);
    const said = content.length > 0 ? content : text === undefined ? [] : [{ type: "text", text }];
    if (message.sender !== "assistant") {
      yield { add: [...readItemsOfContent("user", said, calls), ...readAttachments(message)] };
      continue;
    }
    for (const [n, part] of groupPartsByCall(said).entries()) {
      const items = readItemsOfContent("assistant", part.map(addId(message, n)), calls);
      const results = items.filter(({ kind }) => kind === "tool_result");
      yield {
        answer: items.filter(({ kind }) => kind !== "tool_result"),
        at: CLAUDE_AI_PART.of(part[0]).start_timestamp ?? (n === 0 ? at : null),
        endedAt: CLAUDE_AI_PART.of(part.findLast(({ type }) => type !== "tool_result")).stop_timestamp,
        turnId: n === 0 ? findId(message.uuid) : undefined,
        stopReason: message.stop_reason,
      };
      if (results.length > 0) yield { add: results };
    }
  }
}

/** Splits the parts of a message by the call that wrote them. What follows a result was written by another call. */
function groupPartsByCall(parts: readonly Loose[]): Loose[][] {
  const byCall: Loose[][] = [[]];
  for (const part of parts) {
    if (part.type !== "tool_result" && byCall.at(-1)?.at(-1)?.type === "tool_result") byCall.push([]);
    byCall.at(-1)?.push(part);
  }
  return byCall;
}

/** Older exports leave ids out: results follow their calls in order. */
function addId(message: ClaudeAiMessage, n: number) {
  let [asked, answered] = [0, 0];
  return (part: Loose): Loose => {
    const made = (k: number) => `${idOf(message.uuid) ?? "message"}:${n}:${k}`;
    if (part.type === "tool_use") return { ...part, id: stringOf(part.id) ?? made(asked++) };
    if (part.type === "tool_result")
      return { ...part, tool_use_id: stringOf(part.tool_use_id) ?? made(answered++) };
    return part;
  };
}

function readAttachments(message: ClaudeAiMessage): SeenItem[] {
  const attached = message.attachments.map(
    ({ file_name: label, extracted_content: content = "" }): SeenItem => ({
      kind: "attachment",
      content,
      ...keepDefined({ label }),
    }),
  );
  const files = message.files.map(({ file_name: label }): SeenItem => ({
    kind: "attachment",
    content: "",
    completeness: "metadata_only",
    ...keepDefined({ label }),
  }));
  return [...attached, ...files];
}
