import { readItemsOfContent } from "../messages/anthropic";
import { ToolCalls } from "../messages/tool-calls";
import { signs } from "../reading/sniff";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId, nameIn } from "../shared/bounds";
import type { KnownKeys } from "../shared/known-keys";
import { makeKnownKeys, noteUnknownKeys, nestKeys, leaving } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import type { Loose } from "../shared/values";
import { keepDefined, idOf, instantOf, recordsOf, stringOf } from "../shared/values";

const CONVERSATION_KEYS = leaving(
  makeKnownKeys(
    "uuid name summary model created_at chat_messages settings project current_leaf_message_uuid platform",
  ),
  {
    "ids, times and marks": "updated_at project_uuid user_uuid",
    "what the program keeps for itself": "account is_starred is_temporary",
  },
);
const RESULT_PART_KEYS: KnownKeys = {
  ...leaving(makeKnownKeys("type text title url uuid start end metadata citations source cache_control"), {
    "ids, times and marks": "uri doc_uuid ingestion_date file_uuid",
    "what the program keeps for itself": "extras is_missing is_citable prompt_context_metadata",
  }),
  isOf: ({ text }) => typeof text === "string",
};
const PART_KEYS: KnownKeys = {
  ...nestKeys(
    leaving(
      makeKnownKeys(
        "type text thinking citations start_timestamp stop_timestamp summaries truncated signature id name input",
        "message context content tool_use_id is_error",
      ),
      {
        "what the program keeps for itself": [
          "flags cut_off alternative_display_type integration_name integration_icon_url icon_name display_content",
          "approval_options approval_key is_mcp_app mcp_server_url meta",
        ],
        "what another key says": "structured_content buffered_input",
      },
    ),
    { content: RESULT_PART_KEYS },
  ),
  isOf: ({ type }) => typeof type === "string" && /^(text|thinking|tool_use|tool_result)$/.test(type),
};
const MESSAGE_KEYS = nestKeys(
  leaving(
    makeKnownKeys(
      "uuid text content sender index created_at truncated stop_reason attachments files parent_message_uuid role",
      "metadata",
    ),
    { "ids, times and marks": "updated_at", "what the program keeps for itself": "input_mode" },
  ),
  { content: PART_KEYS },
);

/**
 * Conversations as Claude.ai exports them (`conversations.json`). An answer with results inside it is several calls.
 * Only the branch that ends with the last message is read.
 */
export const claudeAi = defineFormat({
  id: "claude_ai",
  label: "Claude.ai export",
  checked: { on: "2026-11-24", against: "two made documents of others" },
  agent: "Claude.ai",
  keys: CONVERSATION_KEYS,
  recognise: (sniff) => signs(sniff, ["array", "lines", "object"], ["uuid", "chat_messages", "created_at"]),
  async *sessions({ files, report }) {
    for (const file of files) {
      let n = 0;
      for await (const conversation of file.records()) {
        n++;
        const all = recordsOf(conversation.chat_messages);
        for (const message of all) noteUnknownKeys(message, MESSAGE_KEYS, report, "chat_messages.");
        const branch = readBranch(all, conversation.current_leaf_message_uuid);
        report.warn(
          "other_branch",
          "a message is on a branch that was left and is not read",
          all.length - branch.length,
        );
        const id = findId(conversation.uuid) ?? `${file.fingerprint}-${n}`;
        if (branch.length > 0) yield readSession(id, conversation, branch);
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

function readSession(id: string, conversation: Loose, branch: readonly Loose[]): FoundSession {
  return {
    id,
    at: instantOf(conversation.created_at),
    name: nameIn(conversation.name),
    model: nameIn(conversation.model),
    windows: "inferred",
    notes: [
      "The export has neither the system prompt nor the tools' schemas, and no usage. What the service left out of a long window is not in it.",
    ],
    steps: readSteps(branch),
  };
}

function* readSteps(messages: readonly Loose[]): Generator<SessionStep> {
  const calls = new ToolCalls();
  for (const message of messages) {
    const content = recordsOf(message.content);
    const said =
      content.length > 0
        ? content
        : stringOf(message.text) === undefined
          ? []
          : [{ type: "text", text: message.text }];
    const at = instantOf(message.created_at);
    if (message.sender !== "assistant") {
      yield { add: [...readItemsOfContent("user", said, calls), ...readAttachments(message)] };
      continue;
    }
    for (const [n, part] of groupPartsByCall(said).entries()) {
      const items = readItemsOfContent("assistant", part.map(addId(message, n)), calls);
      const results = items.filter(({ kind }) => kind === "tool_result");
      yield {
        answer: items.filter(({ kind }) => kind !== "tool_result"),
        at: instantOf(part[0]?.start_timestamp) ?? (n === 0 ? at : null),
        endedAt: instantOf(part.findLast(({ type }) => type !== "tool_result")?.stop_timestamp),
        turnId: n === 0 ? findId(message.uuid) : undefined,
        stopReason: nameIn(message.stop_reason),
      };
      if (results.length > 0) yield { add: results };
    }
  }
}

/** What follows a result was written by another call. */
function groupPartsByCall(parts: readonly Loose[]): Loose[][] {
  const byCall: Loose[][] = [[]];
  for (const part of parts) {
    if (part.type !== "tool_result" && byCall.at(-1)?.at(-1)?.type === "tool_result") byCall.push([]);
    byCall.at(-1)?.push(part);
  }
  return byCall;
}

/** Older exports leave ids out: results follow their calls in order. */
function addId(message: Loose, n: number) {
  let [asked, answered] = [0, 0];
  return (part: Loose): Loose => {
    const made = (k: number) => `${idOf(message.uuid) ?? "message"}:${n}:${k}`;
    if (part.type === "tool_use") return { ...part, id: stringOf(part.id) ?? made(asked++) };
    if (part.type === "tool_result")
      return { ...part, tool_use_id: stringOf(part.tool_use_id) ?? made(answered++) };
    return part;
  };
}

function readAttachments(message: Loose): SeenItem[] {
  const attached = recordsOf(message.attachments).map(
    ({ file_name: name, extracted_content: content }): SeenItem => ({
      kind: "attachment",
      content: stringOf(content) ?? "",
      ...keepDefined({ label: nameIn(name) }),
    }),
  );
  const files = recordsOf(message.files).map(({ file_name: name }): SeenItem => ({
    kind: "attachment",
    content: "",
    completeness: "metadata_only",
    ...keepDefined({ label: nameIn(name) }),
  }));
  return [...attached, ...files];
}
