import { itemsOfContent } from "../../messages/anthropic";
import { ANTHROPIC_MESSAGE } from "../../messages/message-keys";
import { ToolCalls } from "../../messages/tool-calls";
import type { Sniff } from "../../reading/sniff";
import { also, signs } from "../../reading/sniff";
import type { FoundSession, SessionStep } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import { idIn, nameIn } from "../../shared/bounds";
import { keysIn, leaving, within } from "../../shared/known-keys";
import type { SeenItem } from "../../shared/request-tracker";
import { titleOf } from "../../shared/titles";
import type { Loose } from "../../shared/values";
import { instantOf, recordOf, recordsOf, stringOf } from "../../shared/values";

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
  keys: within(
    leaving(keysIn("type uuid sessionId timestamp message cwd version"), {
      "what another key says": "toolUseResult",
      "ids, times and marks": "parentUuid",
      "what the program keeps for itself": "isSidechain userType gitBranch isMeta requestId",
    }),
    { message: ANTHROPIC_MESSAGE },
  ),
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["uuid", "sessionId", "message.id", "message.role"]),
      hasIflowAnswers(sniff),
      "ids of iFlow's answers",
    ),
  async *sessions({ files, report }) {
    for (const file of files) {
      const rows: Loose[] = [];
      const seen = new Set<string>();
      for await (const row of file.records()) {
        const isRepeated = row.type === "assistant" && !hasFresh(row, seen);
        if (isRepeated)
          report.passOver(
            "repeated_row",
            "a row repeats the call of the row before it and says nothing else",
          );
        else if (row.type === "user" || row.type === "assistant") rows.push(row);
        else report.passOver("unknown_record", "a row of a type that is not known is not read");
      }
      yield sessionOf(rows, file.stem);
    }
  },
});

export function hasIflowAnswers({ records }: Sniff): boolean {
  return records.some(({ message }) => ANSWER_ID.test(String(recordOf(message).id)));
}

function sessionOf(rows: readonly Loose[], stem: string): FoundSession {
  const [first] = rows;
  const cwd = nameIn(first?.cwd);
  const asked = rows.find(({ type }) => type === "user");
  return {
    id: idIn(first?.sessionId) ?? stem,
    name: titleOf(stringOf(recordOf(asked?.message).content)),
    at: instantOf(first?.timestamp),
    model: rows.map(({ message }) => nameIn(recordOf(message).model)).find((model) => model !== undefined),
    attributes: cwd === undefined ? undefined : { cwd },
    windows: "inferred",
    notes: [
      "The file has no usage. The system prompt and the tools' schemas were in every window and are not in it.",
      "Its rows do not say where a call ends: an answer is taken to end where its results begin.",
    ],
    steps: stepsOf(rows),
  };
}

function* stepsOf(rows: readonly Loose[]): Generator<SessionStep> {
  const calls = new ToolCalls();
  const seen = new Set<string>();
  let open: { at: number | null; model: string | undefined; answer: SeenItem[] } | null = null;
  for (const { type, message, timestamp } of rows) {
    const { content, model } = recordOf(message);
    if (type === "assistant") {
      open ??= { at: instantOf(timestamp), model: nameIn(model), answer: [] };
      const fresh = Array.isArray(content)
        ? recordsOf(content).filter((part) => isFresh(part, seen))
        : content;
      open.answer.push(...itemsOfContent("assistant", fresh, calls));
      continue;
    }
    if (open !== null) yield open;
    open = null;
    const parts = Array.isArray(content) ? recordsOf(content).map(withText) : content;
    yield { add: itemsOfContent("user", parts, calls) };
  }
  if (open !== null) yield open;
}

/** Whether a row says anything that no row before it said; what it calls is said from then on. */
function hasFresh({ message }: Loose, seen: Set<string>): boolean {
  const { content } = recordOf(message);
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

/** The result as it was sent stands inside what the program keeps of it. */
function withText(part: Loose): Loose {
  const { response } = recordOf(recordOf(recordOf(part.content).responseParts).functionResponse);
  const { output, error } = recordOf(response);
  const text = stringOf(output) ?? stringOf(error);
  if (part.type !== "tool_result" || text === undefined) return part;
  return { ...part, content: text, ...(output === undefined && { is_error: true }) };
}
