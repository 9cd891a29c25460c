import { addToGroup } from "@/lib/core/group-by";
import { writeArguments } from "../messages/openai";
import { readCallArguments, ToolCalls } from "../messages/tool-calls";
import { signs } from "../reading/sniff";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId, nameIn } from "../shared/bounds";
import type { KnownKeys } from "../shared/known-keys";
import { anyKeys, noteUnknownKeys, nestKeys } from "../shared/known-keys";
import type { ImportReport } from "../reading/importer";
import type { SeenItem } from "../shared/request-tracker";
import type { Loose } from "../shared/values";
import { parseJsonText, recordOf, recordsOf } from "../shared/values";
import type { CrushData, CrushMessage, CrushSession } from "./crush-records";
import { CRUSH_DATA, CRUSH_ROW, CRUSH_SCHEMA, CRUSH_TABLES } from "./crush-records";

const TABLES = new Map<unknown, KnownKeys>(Object.entries(CRUSH_TABLES));

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
    typeof table === "string" ? nestKeys(CRUSH_ROW, { row: TABLES.get(table) ?? anyKeys({}) }) : CRUSH_SCHEMA,
  recognise: (sniff) =>
    signs(
      sniff,
      ["lines"],
      ["tables.sessions.parent_session_id", "tables.messages.session_id", "tables.messages.parts"],
    ),
  async *sessions({ files, report }) {
    for (const file of files) {
      const sessions: CrushSession[] = [];
      const messages = new Map<unknown, CrushMessage[]>();
      for await (const record of file.records()) {
        const { table, row } = CRUSH_ROW.of(record);
        if (table === "sessions") sessions.push(CRUSH_TABLES.sessions.of(row));
        else if (table === "messages") {
          const message = CRUSH_TABLES.messages.of(row);
          addToGroup(messages, message.session_id, message);
        } else if (CRUSH_SCHEMA.of(record).tables === undefined)
          report.passOver(
            "other_table",
            "rows of tables besides sessions and messages are the program's own",
          );
      }
      const known = new Set(sessions.map(({ id }) => id));
      for (const session of sessions) yield readSession(session, messages.get(session.id) ?? [], report);
      for (const [id, list] of messages)
        if (!known.has(id)) yield readSession(CRUSH_TABLES.sessions.of({ id }), list, report);
    }
  },
});

function readSession(
  session: CrushSession,
  messages: readonly CrushMessage[],
  report: ImportReport,
): FoundSession {
  const parent = session.parent_session_id;
  const id = findId(session.id) ?? "session";
  return {
    id,
    at: session.created_at,
    name: session.title,
    model: messages.map(({ model }) => model).find(Boolean),
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
  session: CrushSession,
  messages: readonly CrushMessage[],
  report: ImportReport,
): Generator<SessionStep> {
  const calls = new ToolCalls();
  for (const message of messages) {
    const stored = parseJsonText(message.parts ?? "");
    if (!Array.isArray(stored)) report.passOver("broken_entry", "the parts of a message are no list");
    const parts = recordsOf(stored);
    const items = parts.flatMap((part) => readItems(part, message.role, calls, report));
    const finish = parts.find(({ type }) => type === "finish");
    const end = CRUSH_DATA.of(finish?.data);
    if (message.role !== "assistant") {
      if (items.length > 0) yield { add: items };
      continue;
    }
    const isSummary = message.is_summary_message === 1 || message.id === session.summary_message_id;
    const at = message.created_at;
    yield {
      answer: items,
      at,
      endedAt: message.finished_at,
      turnId: findId(message.id),
      model: message.model,
      provider: message.provider,
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

function findError({ reason, message, details }: CrushData): string | undefined {
  const said = [message, details].filter(Boolean).join(": ");
  return reason === "error" || reason === "canceled" ? said || String(reason) : undefined;
}

function readItems(part: Loose, role: unknown, calls: ToolCalls, report: ImportReport): SeenItem[] {
  noteUnknownKeys(recordOf(part.data), CRUSH_DATA, report, `${String(part.type)}.`);
  const data = CRUSH_DATA.of(part.data);
  const toolName = data.name || undefined;
  const toolCallId = findId(data.tool_call_id ?? data.id);
  switch (part.type) {
    case "text":
      return [
        {
          kind: role === "assistant" ? "assistant_text" : "user_message",
          content: data.text ?? "",
        },
      ];
    case "reasoning":
      return [{ kind: "thinking", content: data.thinking ?? "" }];
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
          content: data.content ?? "",
          ...calls.describe(toolCallId),
          ...(data.is_error && { isError: true }),
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
