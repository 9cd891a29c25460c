import { GeminiContents } from "../messages/gemini";
import { ToolCalls } from "../messages/tool-calls";
import { readGeminiUsage } from "../otel/raw/gemini";
import { signs } from "../reading/sniff";
import type { CallStep, FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId } from "../shared/bounds";
import { splitBranches } from "../shared/record-branch";
import type { SeenItem } from "../shared/request-tracker";
import { titleOf } from "../shared/titles";
import type { Loose } from "../shared/values";
import { keepDefined, recordOf, recordsOf, stringOf } from "../shared/values";
import type { QwenRecord } from "./qwen-code-records";
import { QWEN_RECORD } from "./qwen-code-records";

/**
 * A session of Qwen Code: records that name the one before, with contents in the form of Gemini's API. One record of an answer is one
 * call, with its usage. A compression has the history that the model sees from then on.
 */
export const qwenCode = defineFormat({
  id: "qwen_code",
  label: "Qwen Code session",
  checked: null,
  agent: "Qwen Code",
  keys: QWEN_RECORD,
  recognise: (sniff) =>
    signs(sniff, ["lines", "object"], ["uuid", "parentUuid", "sessionId", "message.parts"]),
  async *sessions({ files, report }) {
    for (const file of files) {
      const records: Loose[] = [];
      for await (const record of file.records()) {
        if (TYPES.has(record.type)) records.push(record);
        else report.passOver("unknown_record", "a record of a type that is not known is not read");
      }
      const { branch, left } = splitBranches(records, { id: "uuid", parent: "parentUuid" });
      report.passOver("left_branch", "records of a branch that the person left are not read", left.length);
      yield readSession(branch.map(QWEN_RECORD.of), file.stem);
    }
  },
});

const TYPES: ReadonlySet<unknown> = new Set(["user", "assistant", "tool_result", "system"]);

function readSession(records: readonly QwenRecord[], stem: string): FoundSession {
  const first = records[0] ?? QWEN_RECORD.of({});
  const asked = records.find(({ type }) => type === "user");
  const isAgent = records.some(({ isSidechain }) => isSidechain);
  const parent = findPayload(records, "parent_session")?.parentSessionId;
  const title = findPayload(records, "custom_title")?.customTitle;
  const { cwd, version, gitBranch, timestamp, sessionId: session = stem } = first;
  const fork = first.forkedFrom.sessionId;
  return {
    id: isAgent
      ? `${session}-${findId(records.find(({ agentId }) => agentId !== undefined)?.agentId) ?? stem}`
      : session,
    name: titleOf(title ?? findText(asked)),
    at: timestamp,
    role: isAgent ? "subagent" : "main",
    forkedFrom: fork === undefined || isAgent ? undefined : { session: fork },
    parent: isAgent ? { session } : parent === undefined ? undefined : { session: parent },
    attributes: keepDefined({ cwd, version, gitBranch }),
    windows: "inferred",
    notes: ["The system prompt and the tools' declarations were in every window and are not in the file."],
    steps: readSteps(records),
  };
}

function* readSteps(records: readonly QwenRecord[]): Generator<SessionStep> {
  const contents = new GeminiContents(new ToolCalls());
  for (const record of records) {
    if (record.type === "system") yield* readCompressed(record);
    else {
      const items = contents.items(recordOf(record.message));
      if (record.type === "assistant") yield readCall(record, items);
      else yield { add: items };
    }
  }
}

function readCall(
  { timestamp, model, contextWindowSize, usageMetadata }: QwenRecord,
  answer: SeenItem[],
): CallStep {
  return {
    answer,
    endedAt: timestamp,
    model,
    contextWindow: contextWindowSize || undefined,
    usage: readGeminiUsage(recordOf(usageMetadata)),
  };
}

/** The history that a compression left is read by itself: its calls and results are those of before. */
function* readCompressed({ subtype, systemPayload, timestamp }: QwenRecord): Generator<SessionStep> {
  const { info, compressedHistory } = systemPayload;
  if (subtype !== "chat_compression" || !Array.isArray(compressedHistory)) return;
  const contents = new GeminiContents(new ToolCalls());
  const window = recordsOf(compressedHistory).flatMap((content) => contents.items(content));
  yield {
    window: window.map((item, place) =>
      place === 0 && item.kind === "user_message" ? { ...item, kind: "compaction_summary" as const } : item,
    ),
    edit: {
      at: timestamp,
      tokensBefore: info.originalTokenCount,
      tokensAfter: info.newTokenCount,
    },
  };
}

function findPayload(
  records: readonly QwenRecord[],
  subtype: string,
): QwenRecord["systemPayload"] | undefined {
  return records.findLast((record) => record.subtype === subtype)?.systemPayload;
}

function findText(record: QwenRecord | undefined): string | undefined {
  return stringOf(recordsOf(recordOf(record?.message).parts)[0]?.text);
}
