import { readItemsOfContent } from "../../messages/anthropic";
import { ToolCalls } from "../../messages/tool-calls";
import type { Sniff } from "../../reading/sniff";
import { also, signs } from "../../reading/sniff";
import type { FoundSession, SessionStep } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import type { ReadingOf } from "../../shared/record-type";
import type { SeenItem } from "../../shared/request-tracker";
import { titleOf } from "../../shared/titles";
import type { Loose } from "../../shared/values";
import { recordsOf, stringOf } from "../../shared/values";
import { IFLOW_ROW, RESULT_CONTENT } from "./iflow-records";

/** The ids that iFlow gives to answers: `response-1768975012469-tool-call_e55a`. Its rows are else those of Claude Code. */
const ANSWER_ID = /^response-\d{10,}(-|$)/;

/**
 * A session of iFlow. A row repeats the call of the row before it, and every row of an answer names the question as the one
 * before: so rows are taken in their order, each call once. An answer ends where its results begin.
 */
export const iflow = defineFormat({
  id: "iflow",
  label: "iFlow session",
  checked: { on: "2026-11-29", against: "a session in agentsview's testdata: 4 calls, 6 tools" },
  agent: "iFlow",
  keys: IFLOW_ROW,
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["uuid", "sessionId", "message.id", "message.role"]),
      hasIflowAnswers(sniff),
      "ids of iFlow's answers",
    ),
  async *sessions({ files, report }) {
    for (const file of files) {
      const rows: IflowRow[] = [];
      const seen = new Set<string>();
      for await (const record of file.records()) {
        const row = IFLOW_ROW.of(record);
        const isRepeated = row.type === "assistant" && !hasFresh(row, seen);
        if (isRepeated)
          report.passOver(
            "repeated_row",
            "a row repeats the call of the row before it and says nothing else",
          );
        else if (row.type === "user" || row.type === "assistant") rows.push(row);
        else report.passOver("unknown_record", "a row of a type that is not known is not read");
      }
      yield readSession(rows, file.stem);
    }
  },
});

export function hasIflowAnswers({ records }: Sniff): boolean {
  return records.some((record) => ANSWER_ID.test(IFLOW_ROW.of(record).message.id ?? ""));
}

type IflowRow = ReadingOf<typeof IFLOW_ROW>;

function readSession(rows: readonly IflowRow[], stem: string): FoundSession {
  const [first] = rows;
  const { cwd, sessionId: id = stem, timestamp: at } = first ?? {};
  const asked = rows.find(({ type }) => type === "user");
  return {
    id,
    name: titleOf(stringOf(asked?.message.content)),
    at: at ?? null,
    model: rows.map(({ message }) => message.model).find((model) => model !== undefined),
    attributes: cwd === undefined ? undefined : { cwd },
    windows: "inferred",
    notes: [
      "The file has no usage. The system prompt and the tools' schemas were in every window and are not in it.",
      "Its rows do not say where a call ends: an answer is taken to end where its results begin.",
    ],
    steps: readSteps(rows),
  };
}

function* readSteps(rows: readonly IflowRow[]): Generator<SessionStep> {
  const calls = new ToolCalls();
  const seen = new Set<string>();
  let open: { at: number | null; model: string | undefined; answer: SeenItem[] } | null = null;
  for (const { type, message, timestamp: at } of rows) {
    const { content, model } = message;
    if (type === "assistant") {
      open ??= { at, model, answer: [] };
      const fresh = Array.isArray(content)
        ? recordsOf(content).filter((part) => isFresh(part, seen))
        : content;
      open.answer.push(...readItemsOfContent("assistant", fresh, calls));
      continue;
    }
    if (open !== null) yield open;
    open = null;
    const parts = Array.isArray(content) ? recordsOf(content).map(setText) : content;
    yield { add: readItemsOfContent("user", parts, calls) };
  }
  if (open !== null) yield open;
}

/** Whether a row says anything that no row before it said; what it calls is said from then on. */
function hasFresh({ message: { content } }: IflowRow, seen: Set<string>): boolean {
  return (
    !Array.isArray(content) ||
    recordsOf(content)
      .map((part) => isFresh(part, seen))
      .includes(true)
  );
}

function isFresh({ type, id }: Loose, seen: Set<string>): boolean {
  const call = type === "tool_use" ? stringOf(id) : undefined;
  if (call === undefined) return true;
  const isFirst = !seen.has(call);
  seen.add(call);
  return isFirst;
}

/** Gives a result the text that was sent, which stands inside what the program keeps of the result. */
function setText(part: Loose): Loose {
  const { output, error } = RESULT_CONTENT.of(part.content).responseParts.functionResponse.response;
  const text = stringOf(output) ?? error;
  if (part.type !== "tool_result" || text === undefined) return part;
  return { ...part, content: text, ...(output === undefined && { is_error: true }) };
}
