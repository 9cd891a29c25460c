import { isRecord } from "@/lib/core/is-record";
import { classifyMedia } from "../messages/openai";
import { signs } from "../reading/sniff";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId, nameIn } from "../shared/bounds";
import type { KnownKeys } from "../shared/known-keys";
import { makeKnownKeys, noteUnknownKeys, nestKeys, leaving } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import type { Loose } from "../shared/values";
import { keepDefined, instantOf, recordOf, recordsOf, stringOf } from "../shared/values";

const CONVERSATION_KEYS = leaving(
  makeKnownKeys("title create_time mapping current_node conversation_id id default_model_slug content owner"),
  {
    "ids, times and marks": [
      "update_time plugin_ids user_id gizmo_id conversation_template_id disabled_tool_ids sugar_item_id pinned_time",
      "workspace_id",
    ],
    "what the program keeps for itself": [
      "moderation_results gizmo_type is_archived is_starred safe_urls blocked_urls voice rating conversation_origin",
      "async_status is_do_not_remember is_study_mode memory_scope sugar_item_visible context_scopes is_read_only",
      "atlas_mode_enabled",
    ],
  },
);
const MESSAGE_KEYS: KnownKeys = nestKeys(
  leaving(makeKnownKeys("id author create_time content status weight metadata recipient"), {
    "ids, times and marks": "update_time",
    "what the program keeps for itself": "end_turn channel",
  }),
  {
    author: makeKnownKeys("role name metadata"),
    content: leaving(
      makeKnownKeys(
        "content_type parts text language thoughts content result summary title url name user_profile",
        "user_instructions state model_set_context",
      ),
      {
        "what the program keeps for itself": "response_format_name domain repository is_complete",
        "ids, times and marks":
          "source_analysis_msg_id pub_date pub_timestamp crawl_date ref_id tether_id computer_id",
        "what another key says": "snippet",
      },
    ),
  },
);

/**
 * Conversations as ChatGPT exports them (`conversations.json`): a tree of messages, of which the branch that ends in
 * `current_node` is read. Successive messages of the assistant are one call. A message to a tool is its call.
 */
export const chatGpt = defineFormat({
  id: "chatgpt",
  label: "ChatGPT export",
  checked: null,
  agent: "ChatGPT",
  keys: CONVERSATION_KEYS,
  recognise: (sniff) =>
    signs(sniff, ["array", "lines", "object"], ["mapping", "current_node", "create_time"]),
  async *sessions({ files, report }) {
    for (const file of files) {
      let n = 0;
      for await (const conversation of file.records()) {
        n++;
        const nodes = recordOf(conversation.mapping);
        const branch = readBranch(nodes, conversation.current_node);
        const all = Object.values(nodes).filter((node) => isRecord(recordOf(node).message)).length;
        if (all > branch.length)
          report.warn(
            "other_branch",
            "a message is on a branch that was left and is not read",
            all - branch.length,
          );
        for (const message of branch) noteUnknownKeys(message, MESSAGE_KEYS, report, "message.");
        const id =
          findId(conversation.conversation_id) ?? findId(conversation.id) ?? `${file.fingerprint}-${n}`;
        if (branch.length > 0) yield readSession(id, conversation, branch);
        else report.passOver("empty_conversation", "a conversation has no messages");
      }
    }
  },
});

/** From the root to the current node. Each message gets its node's parent, which a result answers. */
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

function readSession(id: string, conversation: Loose, branch: readonly Loose[]): FoundSession {
  const models = branch.map(findModel);
  return {
    id,
    at: instantOf(conversation.create_time),
    name: nameIn(conversation.title),
    model: models.find(Boolean) ?? nameIn(conversation.default_model_slug),
    windows: "inferred",
    notes: [
      "The export leaves out the system prompt, tool schemas and usage. What the service left out of a long window is not in it.",
    ],
    steps: readSteps(branch),
  };
}

function* readSteps(branch: readonly Loose[]): Generator<SessionStep> {
  let spoken: Loose[] = [];
  let asked: { readonly toolCallId: string; readonly toolName: string } | undefined;
  for (const message of [...branch, {}]) {
    const role = recordOf(message.author).role;
    if (role === "assistant") {
      spoken.push(message);
      continue;
    }
    const first = spoken[0];
    if (first !== undefined) {
      const answer = spoken.flatMap((one, i) => answerItems(one, `${findId(one.id) ?? "call"}`, i));
      const call = answer.findLast(({ kind }) => kind === "tool_call");
      asked = call && { toolCallId: call.toolCallId ?? "", toolName: call.toolName ?? "tool" };
      const last = spoken.at(-1) ?? first;
      if (answer.length > 0)
        yield {
          answer,
          at: instantOf(first.create_time),
          turnId: findId(first.id),
          model: spoken.map(findModel).find(Boolean),
          stopReason: nameIn(recordOf(recordOf(last.metadata).finish_details).type),
        };
      spoken = [];
    }
    const items =
      role === "tool" ? listResultItems(message, asked) : listSaidItems(message, role === "system");
    if (role === "tool") asked = undefined;
    if (items.length > 0) yield { add: items };
  }
}

function findModel({ metadata }: Loose): string | undefined {
  return nameIn(recordOf(metadata).model_slug);
}

/** A message whose recipient is not everybody is a call of that tool. */
function answerItems(message: Loose, id: string, place: number): SeenItem[] {
  const content = recordOf(message.content);
  if (content.content_type === "thoughts")
    return recordsOf(content.thoughts).flatMap(({ summary, content: thought }): SeenItem[] => {
      const text = [stringOf(summary), stringOf(thought)].filter(Boolean).join("\n");
      return text === "" ? [] : [{ kind: "thinking", content: text }];
    });
  // A line such as "Thought for 5s", which the page shows.
  if (content.content_type === "reasoning_recap") return [];
  const { text, media } = readShown(content);
  const recipient = nameIn(message.recipient) ?? "all";
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
  message: Loose,
  asked: { toolCallId: string; toolName: string } | undefined,
): SeenItem[] {
  const { text, media } = readShown(recordOf(message.content));
  const toolName = nameIn(recordOf(message.author).name) ?? "tool";
  return text === "" && media === undefined
    ? []
    : [{ kind: "tool_result", toolName, ...asked, content: text, ...keepDefined({ media }) }];
}

function listSaidItems(message: Loose, isSystem: boolean): SeenItem[] {
  const content = recordOf(message.content);
  const isAbout = /_editable_context$/.test(String(content.content_type));
  const { text, media } = readShown(content);
  const attached = recordsOf(recordOf(message.metadata).attachments).map(({ name }): SeenItem => ({
    kind: "attachment",
    content: "",
    completeness: "metadata_only",
    ...keepDefined({ label: nameIn(name) }),
  }));
  if (text === "" && media === undefined) return attached;
  const kind = isAbout ? "memory" : isSystem ? "system_rules" : "user_message";
  return [{ kind, content: text, ...keepDefined({ media }) }, ...attached];
}

/** Texts of all kinds of content: parts, code, outputs, quotations and what a person told of themselves. */
function readShown(content: Loose): { text: string; media: SeenItem["media"] } {
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
  const beside = TEXTS.flatMap((key) => stringOf(content[key]) ?? []);
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
];
