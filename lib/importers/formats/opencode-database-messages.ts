import { writeCanonicalJson } from "@/lib/core/hash";
import { classifyMedia } from "../messages/openai";
import { ToolCalls, readOrigin } from "../messages/tool-calls";
import type { ImportReport } from "../reading/importer";
import type { CallStep, SessionStep } from "../sessions/define-format";
import { findId } from "../shared/bounds";
import { noteUnknownKeys } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import type { Loose } from "../shared/values";
import { keepDefined, parseJsonText, recordOf, recordsOf } from "../shared/values";
import type { Opencode2Message, OpencodeStoredRow } from "./opencode-database-records";
import { OPENCODE2_MESSAGE, OPENCODE2_PART } from "./opencode-database-records";
import { countMedia } from "./opencode-listing";
import { sumOpencodeInput } from "./opencode-records";

/** Rows that hold nothing that is sent: which agent, model or folder is next, and that the session rests. */
const MARKS: ReadonlySet<unknown> = new Set([
  "agent-switched",
  "model-switched",
  "location-switched",
  "idle",
]);

/**
 * The messages of a session of opencode 2, in their order. Each answer is a call. Its source
 * (packages/core/src/session/runner/to-llm-message.ts) says what is sent: the list from the last finished compaction on, which
 * stands there as its summary and the end of the history as text.
 */
export function* readOpencodeMessages(
  rows: readonly OpencodeStoredRow[],
  report: ImportReport,
): Generator<SessionStep> {
  const calls = new ToolCalls();
  const ordered = [...rows].sort((a, b) => Number(a.seq) - Number(b.seq));
  for (const row of ordered) {
    const data = recordOf(parseJsonText(row.data ?? ""));
    noteUnknownKeys(data, OPENCODE2_MESSAGE, report, `${String(row.type)}.`);
    const message = OPENCODE2_MESSAGE.of(data);
    if (row.type === "assistant") yield* readAnswer(row, message, calls, report);
    else if (row.type === "compaction") yield* readCompaction(row, message, report);
    else if (MARKS.has(row.type))
      report.passOver(
        "program_mark",
        "marks of which agent, model or folder is next hold nothing that is sent",
      );
    else yield* readOther(row, message, report);
  }
}

/** What stands in the list and is no answer. */
function* readOther(
  { type }: OpencodeStoredRow,
  { text, files, command, output }: Opencode2Message,
  report: ImportReport,
): Generator<SessionStep> {
  switch (type) {
    case "user":
      yield {
        add: [
          ...(text === undefined ? [] : [{ kind: "user_message" as const, content: text }]),
          ...files.flatMap((file) => readFile(file)),
        ],
      };
      return;
    case "synthetic":
    case "skill":
      yield { add: [{ kind: "attachment", content: text ?? "" }] };
      return;
    case "system":
      yield { add: [{ kind: "system_rules", content: text ?? "" }] };
      return;
    case "shell": {
      const printed = typeof output === "string" ? output : recordOf(output).output;
      const shown = typeof printed === "string" ? printed : "";
      yield { add: [{ kind: "user_message", content: `Shell command: ${command ?? ""}\n\n${shown}` }] };
      return;
    }
    default:
      report.passOver(
        "unknown_record",
        `messages of type ${String(type).slice(0, 40)} are not known: what they hold is not read`,
      );
  }
}

/** Text files and folders are sent as text, pictures as they are, and nothing else is. */
function readFile({ mime, name, data, description }: Opencode2Message["files"][number]): SeenItem[] {
  if (mime === "text/plain" || mime === "application/x-directory") {
    const what = mime === "text/plain" ? "file" : "directory";
    const about = description === undefined ? "" : `\nDescription: ${description}`;
    const content = Buffer.from(data ?? "", "base64").toString("utf8");
    return [{ kind: "attachment", content: `Attached ${what}: ${name ?? what}${about}\n\n${content}` }];
  }
  const kind = classifyMedia(String(mime));
  return kind === "image"
    ? [{ kind: "attachment", content: "", ...keepDefined({ label: name }), media: { image: 1 } }]
    : [];
}

function* readAnswer(
  row: OpencodeStoredRow,
  message: Opencode2Message,
  calls: ToolCalls,
  report: ImportReport,
): Generator<SessionStep> {
  const items = recordsOf(message.content).flatMap((part) => readPart(part, calls, report));
  yield { ...readCall(row, message), answer: items.filter(({ kind }) => kind !== "tool_result") };
  const results = items.filter(({ kind }) => kind === "tool_result");
  if (results.length > 0) yield { add: results };
}

function readCall(row: OpencodeStoredRow, message: Opencode2Message): Omit<CallStep, "answer"> {
  const { time, model, tokens, cost, error, finish } = message;
  const input = sumOpencodeInput(tokens);
  const written = (tokens.output ?? 0) + (tokens.reasoning ?? 0);
  const failed = [error.type, error.message].filter(Boolean).join(": ");
  return {
    at: time.created,
    endedAt: time.streamed ?? time.completed,
    turnId: findId(row.id),
    model: model.id,
    provider: model.providerID,
    stopReason: finish,
    error: failed === "" ? undefined : failed,
    usage:
      input + written === 0
        ? undefined
        : keepDefined({
            input,
            // Unlike in exports of version 1, the output is what can be seen.
            output: written,
            cacheRead: tokens.cache.read,
            cacheWrite: tokens.cache.write,
            reasoning: tokens.reasoning,
            statedCost: cost,
          }),
  };
}

function readPart(part: Loose, calls: ToolCalls, report: ImportReport): SeenItem[] {
  const { type, text = "", ignored } = OPENCODE2_PART.of(part);
  if (type === "tool") return readTool(part, calls);
  if (type === "text") return ignored || text === "" ? [] : [{ kind: "assistant_text", content: text }];
  if (type === "reasoning") return text === "" ? [] : [{ kind: "thinking", content: text }];
  report.warn(
    "unknown_part",
    `parts of type ${String(type).slice(0, 40)} are not known: what they hold is not read`,
  );
  return [];
}

function readTool(part: Loose, calls: ToolCalls): SeenItem[] {
  const { id: toolCallId = calls.makeId(), name: toolName = "tool", state } = OPENCODE2_PART.of(part);
  const { status, input, content, error } = state;
  const origin = readOrigin(toolName, input);
  const call: SeenItem = {
    kind: "tool_call",
    toolName,
    toolCallId,
    content: typeof input === "string" ? input : writeCanonicalJson(input ?? {}),
  };
  if (status !== "completed" && status !== "error") return [call];
  const text = content.flatMap((shown) => shown.text ?? []).join("\n");
  const files = content.filter(({ type }) => type !== "text");
  const other = state.result ?? state.structured;
  const given = text === "" && other !== undefined ? writeCanonicalJson(other) : text;
  const said = [status === "error" ? error.message : undefined, given].filter(Boolean).join("\n");
  return [
    call,
    {
      kind: "tool_result",
      toolName,
      toolCallId,
      content: said,
      ...(origin && { origin }),
      ...(status === "error" && { isError: true }),
      ...(files.length > 0 && { media: countMedia(files) }),
    },
  ];
}

function* readCompaction(
  row: OpencodeStoredRow,
  message: Opencode2Message,
  report: ImportReport,
): Generator<SessionStep> {
  const { summary, recent, status, time, reason } = message;
  const call = readCall(row, message);
  if (call.usage !== undefined || call.error !== undefined)
    yield {
      ...call,
      phase: "compaction",
      answer: summary === undefined ? [] : [{ kind: "assistant_text", content: summary }],
    };
  if (status !== undefined && status !== "completed") {
    if (call.error === undefined)
      report.passOver("unfinished_compaction", "a compaction that did not end changed no window");
    return;
  }
  const text = [summary, recent].filter(Boolean).join("\n\n");
  yield {
    window: [
      {
        kind: "compaction_summary",
        content: text,
        ...(text === "" && { completeness: "metadata_only" as const }),
      },
    ],
    edit: { at: time.completed ?? time.created, trigger: reason },
  };
}
