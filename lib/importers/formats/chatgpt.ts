import { isRecord } from "@/lib/core/is-record";
import { classifyMedia } from "../messages/openai";
import { signs } from "../reading/sniff";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { noteUnknownKeys } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import type { Loose } from "../shared/values";
import { keepDefined, recordOf, stringOf } from "../shared/values";
import type { ChatGptConversation, ChatGptMessage } from "./chatgpt-records";
import { CHATGPT_CONVERSATION, CHATGPT_MESSAGE } from "./chatgpt-records";

/**
 * Conversations as ChatGPT exports them (`conversations.json`): a tree of messages, of which the branch that ends in
 * `current_node` is read. Successive messages of the assistant are one call. A message to a tool is its call.
 */
export const chatGpt = defineFormat({
  id: "chatgpt",
  label: "ChatGPT export",
  checked: null,
  agent: "ChatGPT",
  keys: CHATGPT_CONVERSATION,
  recognise: (sniff) =>
    signs(sniff, ["array", "lines", "object"], ["mapping", "current_node", "create_time"]),
  async *sessions({ files, report }) {
    for (const file of files) {
      let n = 0;
      for await (const record of file.records()) {
        n++;
        const conversation = CHATGPT_CONVERSATION.of(record);
        const nodes = recordOf(conversation.mapping);
        const branch = readBranch(nodes, conversation.current_node);
        const all = Object.values(nodes).filter((node) => isRecord(recordOf(node).message)).length;
        if (all > branch.length)
          report.warn(
            "other_branch",
            "a message is on a branch that was left and is not read",
            all - branch.length,
          );
        for (const message of branch) noteUnknownKeys(message, CHATGPT_MESSAGE, report, "message.");
        const id = conversation.conversation_id ?? conversation.id ?? `${file.fingerprint}-${n}`;
        if (branch.length > 0) yield readSession(id, conversation, branch.map(CHATGPT_MESSAGE.of));
        else report.passOver("empty_conversation", "a conversation has no messages");
      }
    }
  },
});

/** Reads the messages from the root to the current node. Each message gets its node's parent, which a result answers. */
function readBranch(nodes: Loose, current: unknown): Loose[] {
  const branch: Loose[] = [];
  const passed = new Set<unknown>();
  for (let id = current; typeof id === "string" && !passed.has(id); id = recordOf(nodes[id]).parent) {
    passed.add(id);
    const { message } = recordOf(nodes[id]);
    if (isRecord(message)) branch.push(message);
  }
  return branch.reverse();
}

function readSession(
  id: string,
  conversation: ChatGptConversation,
  branch: readonly ChatGptMessage[],
): FoundSession {
  const models = branch.map(findModel);
  return {
    id,
    at: conversation.create_time,
    name: conversation.title,
    model: models.find(Boolean) ?? conversation.default_model_slug,
    windows: "inferred",
    notes: [
      "The export leaves out the system prompt, tool schemas and usage. What the service left out of a long window is not in it.",
    ],
    steps: readSteps(branch),
  };
}

function* readSteps(branch: readonly ChatGptMessage[]): Generator<SessionStep> {
  let spoken: ChatGptMessage[] = [];
  let asked: { readonly toolCallId: string; readonly toolName: string } | undefined;
  for (const message of [...branch, CHATGPT_MESSAGE.of({})]) {
    const { role } = message.author;
    if (role === "assistant") {
      spoken.push(message);
      continue;
    }
    const first = spoken[0];
    if (first !== undefined) {
      const answer = spoken.flatMap((one, i) => answerItems(one, one.id ?? "call", i));
      const call = answer.findLast(({ kind }) => kind === "tool_call");
      asked = call && { toolCallId: call.toolCallId ?? "", toolName: call.toolName ?? "tool" };
      const last = spoken.at(-1) ?? first;
      if (answer.length > 0)
        yield {
          answer,
          at: first.create_time,
          turnId: first.id,
          model: spoken.map(findModel).find(Boolean),
          stopReason: last.metadata.finish_details.type,
        };
      spoken = [];
    }
    const items =
      role === "tool" ? listResultItems(message, asked) : listSaidItems(message, role === "system");
    if (role === "tool") asked = undefined;
    if (items.length > 0) yield { add: items };
  }
}

function findModel({ metadata }: ChatGptMessage): string | undefined {
  return metadata.model_slug;
}

/** A message whose recipient is not everybody is a call of that tool. */
function answerItems(message: ChatGptMessage, id: string, place: number): SeenItem[] {
  const { content, recipient = "all" } = message;
  if (content.content_type === "thoughts")
    return content.thoughts.flatMap(({ summary, content: thought }): SeenItem[] => {
      const text = [summary, thought].filter(Boolean).join("\n");
      return text === "" ? [] : [{ kind: "thinking", content: text }];
    });
  // A line such as "Thought for 5s", which the page shows.
  if (content.content_type === "reasoning_recap") return [];
  const { text, media } = readShown(content);
  if (recipient !== "all")
    return [
      {
        kind: "tool_call",
        toolName: recipient,
        toolCallId: place === 0 ? id : `${id}:${place}`,
        content: text,
      },
    ];
  return text === "" && media === undefined
    ? []
    : [{ kind: "assistant_text", content: text, ...keepDefined({ media }) }];
}

function listResultItems(
  message: ChatGptMessage,
  asked: { toolCallId: string; toolName: string } | undefined,
): SeenItem[] {
  const { text, media } = readShown(message.content);
  const { name: toolName = "tool" } = message.author;
  return text === "" && media === undefined
    ? []
    : [{ kind: "tool_result", toolName, ...asked, content: text, ...keepDefined({ media }) }];
}

function listSaidItems({ content, metadata }: ChatGptMessage, isSystem: boolean): SeenItem[] {
  const isAbout = /_editable_context$/.test(String(content.content_type));
  const { text, media } = readShown(content);
  const attached = metadata.attachments.map(({ name }): SeenItem => ({
    kind: "attachment",
    content: "",
    completeness: "metadata_only",
    ...keepDefined({ label: name }),
  }));
  if (text === "" && media === undefined) return attached;
  const kind = isAbout ? "memory" : isSystem ? "system_rules" : "user_message";
  return [{ kind, content: text, ...keepDefined({ media }) }, ...attached];
}

/** Texts of all kinds of content: parts, code, outputs, quotations and what a person told of themselves. */
function readShown(content: ChatGptMessage["content"]): { text: string; media: SeenItem["media"] } {
  const media: Record<string, number> = {};
  const parts = Array.isArray(content.parts) ? (content.parts as unknown[]) : [];
  const texts = parts.flatMap((part) => {
    if (typeof part === "string") return [part];
    const own = recordOf(part);
    const text = stringOf(own.text);
    if (text !== undefined) return [text];
    const kind = classifyMedia(String(own.content_type));
    if (kind === null) return [JSON.stringify(part)];
    media[kind] = (media[kind] ?? 0) + 1;
    return [];
  });
  const beside = TEXTS.flatMap((key) => content[key] ?? []);
  const text = [...texts, ...beside].filter((one) => one !== "").join("\n");
  return { text, media: Object.keys(media).length > 0 ? media : undefined };
}

const TEXTS = [
  "title",
  "url",
  "text",
  "result",
  "summary",
  "content",
  "user_profile",
  "user_instructions",
  "model_set_context",
] as const;
