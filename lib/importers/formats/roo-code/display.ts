import type { TraceEventOf } from "@/lib/core/trace/event";
import type { EpochMs } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { tokensIn } from "../../shared/bounds";
import { unsaidUsage, withCacheAdded } from "../../shared/cached-input";
import type { Loose } from "../../shared/values";
import { definedFields, idOf, recordOf, stringOf } from "../../shared/values";
import { argumentsIn } from "../../messages/tool-calls";
import type { TaskMessages } from "./message-items";
import { costIn } from "../../shared/billed";

type Usage = TraceEventOf<"turn.recorded">["usage"];

export interface ShownRequest {
  readonly at: EpochMs;
  readonly facts: Loose;
  readonly rows: readonly Loose[];
}

/** One request for each row that reports a start. A row without a time has the time of the row before. */
export function requestsOf(rows: readonly Loose[]): ShownRequest[] {
  const starts = rows.flatMap((row, i) => (row.say === "api_req_started" ? [i] : []));
  const times = timesOf(rows);
  return starts.map((start, n) => ({
    at: times[start] ?? 0,
    facts: argumentsIn(stringOf(rows[start]?.text)),
    rows: rows.slice(start + 1, starts[n + 1]),
  }));
}

/** A record without a time has the time of the record before. */
export function timesOf(records: readonly Loose[]): EpochMs[] {
  let latest = 0;
  return records.map(({ ts }) => (latest = typeof ts === "number" ? ts : latest));
}

/**
 * With Anthropic's protocol the input does not include the cached part; with others it should. A missing
 * figure means that nothing was counted.
 */
export function shownUsage({ facts }: ShownRequest): Usage {
  const [stated, read, write] = [facts.tokensIn, facts.cacheReads, facts.cacheWrites].map(tokensIn);
  if (stated === undefined) return undefined;
  if (stated + (read ?? 0) + (write ?? 0) === 0) return undefined;
  const figures = definedFields({
    input: stated,
    cacheRead: read,
    cacheWrite: write,
    output: tokensIn(facts.tokensOut),
    statedCost: costIn(facts.cost),
  });
  return facts.apiProtocol === "anthropic" ? withCacheAdded(figures) : unsaidUsage(figures);
}

export interface ShownCondensation {
  readonly at: EpochMs;
  readonly facts: Loose;
}

export function condensationsIn({ rows }: ShownRequest): ShownCondensation[] {
  return rows.flatMap((row) =>
    row.say === "condense_context"
      ? [{ at: typeof row.ts === "number" ? row.ts : 0, facts: recordOf(row.contextCondense) }]
      : [],
  );
}

export function truncationsIn({ rows }: ShownRequest): ShownCondensation[] {
  return rows.flatMap((row) =>
    row.say === "sliding_window_truncation"
      ? [{ at: typeof row.ts === "number" ? row.ts : 0, facts: recordOf(row.contextTruncation) }]
      : [],
  );
}

export function answerShown({ rows }: ShownRequest, messages: TaskMessages): SeenItem[] {
  return rows.flatMap((row): SeenItem[] => {
    const text = stringOf(row.text);
    if (text === undefined) return [];
    if (row.say === "text") return [{ kind: "assistant_text", content: text }];
    if (row.ask === "command") return [messages.shownCall("execute_command", text)];
    if (row.ask === "use_mcp_server") return [messages.shownCall("use_mcp_tool", text)];
    if (row.ask === "followup") return [messages.shownCall("ask_followup_question", text)];
    if (row.ask !== "tool") return [];
    const tool = idOf(argumentsIn(text).tool) ?? "tool";
    return [messages.shownCall(TOOL_NAMES[tool] ?? snakeCase(tool), text)];
  });
}

const TOOL_NAMES: Readonly<Record<string, string>> = {
  editedExistingFile: "write_to_file",
  newFileCreated: "write_to_file",
  appliedDiff: "apply_diff",
  listFilesTopLevel: "list_files",
  listFilesRecursive: "list_files",
};

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).slice(0, 100);
}
