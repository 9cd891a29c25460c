import { writeArguments } from "../messages/openai";
import { readCallArguments, ToolCalls } from "../messages/tool-calls";
import { signs } from "../reading/sniff";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId, nameIn } from "../shared/bounds";
import type { KnownKeys } from "../shared/known-keys";
import { anyKeys, makeKnownKeys, leaving, noteUnknownKeys, nestKeys } from "../shared/known-keys";
import type { ImportReport } from "../reading/importer";
import type { SeenItem } from "../shared/request-tracker";
import type { Loose } from "../shared/values";
import { parseJsonText, instantOf, recordOf, recordsOf, stringOf } from "../shared/values";

const MESSAGE = leaving(
  makeKnownKeys("id session_id role parts model provider created_at finished_at is_summary_message"),
  {
    "ids, times and marks": "updated_at",
  },
);
const SESSION = leaving(makeKnownKeys("id parent_session_id title created_at summary_message_id"), {
  "ids, times and marks": "message_count updated_at",
  "prices and sums": "prompt_tokens completion_tokens cost",
  "what the program keeps for itself": "todos",
});
const DATA = leaving(
  makeKnownKeys(
    "text thinking id name input tool_call_id content is_error reason message details url path Path",
  ),
  {
    "ids, times and marks": "time type finished started_at finished_at",
    "what the program keeps for itself": "metadata provider_executed detail data_size",
    "opaque values for the provider":
      "signature thought_signature tool_id responses_data data Data mime_type MIMEType",
  },
);

const TABLES: Readonly<Record<string, KnownKeys>> = { messages: MESSAGE, sessions: SESSION };
const ROW = makeKnownKeys("table row");
const SCHEMA = nestKeys(makeKnownKeys("tables"), { tables: anyKeys(TABLES) });

/**
 * The database of Crush, or of opencode before it was written anew: both keep sessions and messages in one form. What is
 * sent is the whole list of a session, and after a summary what came since it.
 */
export const crush = defineFormat({
  id: "crush_database",
  label: "database of Crush or the first opencode",
  checked: {
    on: "2026-11-24",
    against: "three databases of Crush and the first opencode: 276 calls, 248 tools",
  },
  keys: ({ table }) =>
    typeof table === "string" ? nestKeys(ROW, { row: TABLES[table] ?? anyKeys({}) }) : SCHEMA,
  recognise: (sniff) =>
    signs(
      sniff,
      ["lines"],
      ["tables.sessions.parent_session_id", "tables.messages.session_id", "tables.messages.parts"],
    ),
  async *sessions({ files, report }) {
    for (const file of files) {
      const sessions: Loose[] = [];
      const messages = new Map<unknown, Loose[]>();
      for await (const { table, row, tables } of file.records()) {
        const own = recordOf(row);
        if (table === "sessions") sessions.push(own);
        else if (table === "messages") listIn(messages, own.session_id).push(own);
        else if (tables === undefined)
          report.passOver(
            "other_table",
            "rows of tables besides sessions and messages are the program's own",
          );
      }
      const known = new Set(sessions.map(({ id }) => id));
      for (const session of sessions) yield readSession(session, messages.get(session.id) ?? [], report);
      for (const [id, list] of messages) if (!known.has(id)) yield readSession({ id }, list, report);
    }
  },
});

function listIn(lists: Map<unknown, Loose[]>, id: unknown): Loose[] {
  const list = lists.get(id) ?? [];
  lists.set(id, list);
  return list;
}

function readSession(session: Loose, messages: readonly Loose[], report: ImportReport): FoundSession {
  const parent = findId(session.parent_session_id);
  const id = findId(session.id) ?? "session";
  return {
    id,
    at: instantOf(session.created_at),
    name: nameIn(session.title),
    model: messages.map(({ model }) => nameIn(model)).find(Boolean),
    role: parent === undefined ? "main" : "subagent",
    // A sub-agent's session is named after the call that began it.
    parent: parent === undefined ? undefined : { session: parent, toolCallId: id.split("$$").at(-1) ?? id },
    windows: "inferred",
    notes: [
      "The database has no instructions, no tool schemas, and of usage one figure a session, which the last call overwrote.",
    ],
    steps: readSteps(session, messages, report),
  };
}

function* readSteps(
  session: Loose,
  messages: readonly Loose[],
  report: ImportReport,
): Generator<SessionStep> {
  const calls = new ToolCalls();
  for (const message of messages) {
    const stored = parseJsonText(stringOf(message.parts) ?? "");
    if (!Array.isArray(stored)) report.passOver("broken_entry", "the parts of a message are no list");
    const parts = recordsOf(stored);
    const items = parts.flatMap((part) => readItems(part, message.role, calls, report));
    const finish = parts.find(({ type }) => type === "finish");
    const end = recordOf(finish?.data);
    if (message.role !== "assistant") {
      if (items.length > 0) yield { add: items };
      continue;
    }
    const isSummary = message.is_summary_message === 1 || message.id === session.summary_message_id;
    const at = instantOf(message.created_at);
    yield {
      answer: items,
      at,
      endedAt: instantOf(message.finished_at),
      turnId: findId(message.id),
      model: nameIn(message.model),
      provider: nameIn(message.provider),
      stopReason: nameIn(end.reason),
      phase: isSummary ? "compaction" : undefined,
      error: findError(end),
    };
    if (isSummary)
      yield {
        window: [{ kind: "compaction_summary", content: items.map(({ content }) => content).join("\n") }],
        edit: { at },
      };
  }
}

function findError({ reason, message, details }: Loose): string | undefined {
  const said = [stringOf(message), stringOf(details)].filter(Boolean).join(": ");
  return reason === "error" || reason === "canceled" ? said || String(reason) : undefined;
}

function readItems(part: Loose, role: unknown, calls: ToolCalls, report: ImportReport): SeenItem[] {
  const data = recordOf(part.data);
  noteUnknownKeys(data, DATA, report, `${String(part.type)}.`);
  const toolName = nameIn(data.name) || undefined;
  const toolCallId = findId(data.tool_call_id ?? data.id);
  switch (part.type) {
    case "text":
      return [
        {
          kind: role === "assistant" ? "assistant_text" : "user_message",
          content: stringOf(data.text) ?? "",
        },
      ];
    case "reasoning":
      return [{ kind: "thinking", content: stringOf(data.thinking) ?? "" }];
    case "tool_call": {
      const content = writeArguments(data.input);
      if (toolCallId !== undefined) calls.note(toolCallId, toolName ?? "tool", readCallArguments(content));
      return [
        {
          kind: "tool_call",
          toolName: toolName ?? "tool",
          content,
          ...(toolCallId !== undefined && { toolCallId }),
        },
      ];
    }
    case "tool_result":
      return [
        {
          kind: "tool_result",
          content: stringOf(data.content) ?? "",
          ...calls.describe(toolCallId),
          ...(data.is_error === true && { isError: true }),
        },
      ];
    case "image_url":
    case "binary":
      return [
        {
          kind: "attachment",
          label: nameIn(data.path ?? data.Path ?? data.url) ?? "file",
          content: "",
          completeness: "metadata_only",
        },
      ];
    case "finish":
      return [];
    default:
      report.warn(
        "unknown_part",
        `a part of type ${String(part.type).slice(0, 60)} is not known and not read`,
      );
      return [];
  }
}
