import type { TraceEventOf } from "@/lib/core/trace/event";
import type { EpochMs } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { findTokens } from "../../shared/bounds";
import { dropUnsaidUsage, addCache } from "../../shared/cached-input";
import type { Loose } from "../../shared/values";
import { keepDefined, idOf } from "../../shared/values";
import type { RooEdit, RooMessage } from "./records";
import { ROO_EDIT } from "./records";
import { readCallArguments } from "../../messages/tool-calls";
import type { TaskMessages } from "./message-items";
import { findCost } from "../../shared/billed";

type Usage = TraceEventOf<"turn.recorded">["usage"];

export interface ShownRequest {
  readonly at: EpochMs;
  readonly facts: Loose;
  readonly rows: readonly RooMessage[];
}

/** One request for each row that reports a start. A row without a time has the time of the row before. */
export function readRequests(rows: readonly RooMessage[]): ShownRequest[] {
  const starts = rows.flatMap((row, i) => (row.say === "api_req_started" ? [i] : []));
  const times = readTimes(rows);
  return starts.map((start, n) => ({
    at: times[start] ?? 0,
    facts: readCallArguments(rows[start]?.text),
    rows: rows.slice(start + 1, starts[n + 1]),
  }));
}

/** A record without a time has the time of the record before. */
export function readTimes(records: readonly RooMessage[]): EpochMs[] {
  let latest = 0;
  return records.map(({ ts }) => (latest = typeof ts === "number" ? ts : latest));
}

/**
 * With Anthropic's protocol the input does not include the cached part; with others it should. A missing
 * figure means that nothing was counted.
 */
export function readShownUsage({ facts }: ShownRequest): Usage {
  const [stated, read, write] = [facts.tokensIn, facts.cacheReads, facts.cacheWrites].map(findTokens);
  if (stated === undefined) return undefined;
  if (stated + (read ?? 0) + (write ?? 0) === 0) return undefined;
  const figures = keepDefined({
    input: stated,
    cacheRead: read,
    cacheWrite: write,
    output: findTokens(facts.tokensOut),
    statedCost: findCost(facts.cost),
  });
  return facts.apiProtocol === "anthropic" ? addCache(figures) : dropUnsaidUsage(figures);
}

export interface ShownCondensation {
  readonly at: EpochMs;
  readonly facts: RooEdit;
}

export function readCondensations({ rows }: ShownRequest): ShownCondensation[] {
  return rows.flatMap((row) =>
    row.say === "condense_context"
      ? [{ at: typeof row.ts === "number" ? row.ts : 0, facts: ROO_EDIT.of(row.contextCondense) }]
      : [],
  );
}

export function readTruncations({ rows }: ShownRequest): ShownCondensation[] {
  return rows.flatMap((row) =>
    row.say === "sliding_window_truncation"
      ? [{ at: typeof row.ts === "number" ? row.ts : 0, facts: ROO_EDIT.of(row.contextTruncation) }]
      : [],
  );
}

export function answerShown({ rows }: ShownRequest, messages: TaskMessages): SeenItem[] {
  return rows.flatMap((row): SeenItem[] => {
    const { text } = row;
    if (text === undefined) return [];
    if (row.say === "text") return [{ kind: "assistant_text", content: text }];
    if (row.ask === "command") return [messages.shownCall("execute_command", text)];
    if (row.ask === "use_mcp_server") return [messages.shownCall("use_mcp_tool", text)];
    if (row.ask === "followup") return [messages.shownCall("ask_followup_question", text)];
    if (row.ask !== "tool") return [];
    const tool = idOf(readCallArguments(text).tool) ?? "tool";
    return [messages.shownCall(TOOL_NAMES.get(tool) ?? convertToSnakeCase(tool), text)];
  });
}

const TOOL_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    editedExistingFile: "write_to_file",
    newFileCreated: "write_to_file",
    appliedDiff: "apply_diff",
    listFilesTopLevel: "list_files",
    listFilesRecursive: "list_files",
  }),
);

function convertToSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).slice(0, 100);
}
