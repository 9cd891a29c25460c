import type { StatedTotals } from "@/lib/core/trace/event-parts";
import type { TraceEvent } from "@/lib/core/trace/event";
import { readAnthropicUsage } from "../../messages/anthropic";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { also, signs } from "../../reading/sniff";
import type { ReadingOf } from "../../shared/record-type";
import { streamRecords } from "../../shared/records";
import type { Loose } from "../../shared/values";
import { keepDefined } from "../../shared/values";
import { SessionFamily } from "./family";
import { isMessage, readClaudeCodeRow } from "./row";
import { ClaudeCodeSessionFile, nameByFile } from "./session-file";
import { STREAM_ROW } from "./stream-records";
import { UnreadRows } from "./unread-rows";

/**
 * What `claude -p --output-format stream-json` prints: the messages of a run and of its agents, one row each, and the
 * run's result. An agent's rows name the call that started it. Rows have no parents: each follows the one before.
 */
export const claudeCodeStream: Importer = {
  id: "claude_code_stream",
  label: "Claude Code's streamed output",
  checked: null,
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["type", "session_id", "parent_tool_use_id", "message.content"]),
      sniff.paths.has("message.role"),
      "messages of a run",
    ),
  groupKey: (file) => `claude_code_stream:${readSession(file)}`,
  convert,
};

const ROWS = { code: "broken_line", what: "not a row", keys: STREAM_ROW };
/** Rows besides messages. What streamed parts say, whole messages say again. */
const BOOKKEEPING = new Set([
  "system",
  "result",
  "stream_event",
  "rate_limit_event",
  "tool_progress",
  "auth_status",
]);

type StreamRow = ReadingOf<typeof STREAM_ROW>;

/** What the first row says of the run. */
interface About {
  readonly cwd?: unknown;
  readonly version?: unknown;
}

const PARTIAL_OUTPUT =
  "The output tokens of its calls are left out: a row has those of its beginning, and the run's result does not confirm them.";

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const file of files) {
    const session = readSession(file);
    const conversations = new ClaudeCodeSessionFile(
      { name: file.name, description: undefined, format: claudeCodeStream.id },
      session,
      new SessionFamily(),
    );
    const last = new Map<string, string>();
    const unread = new UnreadRows();
    let about: About = {};
    const results: StreamRow[] = [];
    let number = 0;
    for await (const raw of streamRecords(file, report, ROWS)) {
      const printed = STREAM_ROW.of(raw);
      const row = readClaudeCodeRow({ ...about, ...raw, ...readFieldsOfRow(printed, last) }, number++);
      if (row.type === "system" && row.subtype === "init")
        about = { cwd: printed.cwd, version: printed.claude_code_version };
      if (row.type === "result") results.push(printed);
      if (!isMessage(row) && !BOOKKEEPING.has(row.type)) unread.addType(row.type);
      if (!conversations.take(row)) unread.addRepeated();
      else if (isMessage(row)) last.set(row.agentId ?? "", row.uuid);
    }
    unread.tell(report);
    const events = [...conversations.end()].map((event) => attributeToPrinter(event, about));
    yield* endSession(events, session, results);
  }
}

/** Other programs print in this form, too. */
function attributeToPrinter(event: TraceEvent, { version }: About): TraceEvent {
  if (event.type !== "session.started" || version !== undefined) return event;
  const { agent: _agent, ...rest } = event;
  return rest;
}

/**
 * Gives a printed row the fields of a row of a session's file. A run that goes on, or whose request is not printed, begins in the
 * middle.
 */
function readFieldsOfRow(row: StreamRow, last: ReadonlyMap<string, string>): Loose {
  const { type, session_id: sessionId, parent_tool_use_id: agentId, tool_use_result: toolUseResult } = row;
  const before = last.get(agentId ?? "");
  const { trigger, pre_tokens: preTokens, post_tokens: postTokens } = row.compact_metadata;
  return {
    sessionId,
    agentId,
    isSidechain: agentId !== undefined,
    parentUuid: before ?? (type === "assistant" ? "unseen" : undefined),
    toolUseResult,
    compactMetadata: { trigger, preTokens, postTokens },
  };
}

/**
 * Adds how the run ended, and leaves out the output of calls unless the run's result counts as much. The result counts nothing of
 * agents.
 */
function* endSession(
  events: readonly TraceEvent[],
  session: string,
  results: readonly StreamRow[],
): Generator<TraceEvent> {
  const result = results.at(-1) ?? null;
  const own = events.filter((event) => event.session === session);
  const output = own.reduce(
    (sum, event) => sum + (event.type === "turn.recorded" ? (event.usage?.output ?? 0) : 0),
    0,
  );
  const isPartial = output !== readAnthropicUsage(result?.usage)?.output;
  for (const event of events) {
    const isOwn = event.session === session;
    if (event.type === "session.started")
      yield {
        ...event,
        // A run that was asked several times prints a result each time.
        ...(isOwn && results.length === 1 && { reported: readTotals(results[0]) }),
        ...((isPartial || !isOwn) && { notes: [...(event.notes ?? []), PARTIAL_OUTPUT] }),
      };
    else if ((isPartial || !isOwn) && event.type === "turn.recorded" && event.usage !== undefined) {
      const { output: _partial, ...usage } = event.usage;
      yield { ...event, usage };
    } else yield event;
  }
  if (result === null || own.length === 0) return;
  const failed = result.is_error || result.subtype !== "success";
  const reason = failed ? result.subtype : undefined;
  yield {
    id: "session.ended-0",
    session,
    at: null,
    type: "session.ended",
    outcome: failed ? "failed" : "ok",
    ...(reason !== undefined && { reason }),
  };
}

function readTotals(result: StreamRow | undefined): StatedTotals {
  const usage = readAnthropicUsage(result?.usage);
  return keepDefined({
    tokensSent: usage?.input,
    tokensReceived: usage?.output,
    cost: result?.total_cost_usd,
  });
}

function readSession(file: ImportFile): string {
  const [, id] = /"session_id"\s*:\s*"([^"\\]{1,200})"/.exec(file.sniff.head) ?? [];
  return id ?? nameByFile(file);
}
