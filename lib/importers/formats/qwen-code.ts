import { GeminiContents } from "../messages/gemini";
import { GEMINI_CONTENT } from "../messages/message-keys";
import { ToolCalls } from "../messages/tool-calls";
import { readGeminiUsage } from "../otel/raw/gemini";
import { signs } from "../reading/sniff";
import type { CallStep, FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId, nameIn, findTokens } from "../shared/bounds";
import { makeKnownKeys, leaving, nestKeys } from "../shared/known-keys";
import { splitBranches } from "../shared/record-branch";
import type { SeenItem } from "../shared/request-tracker";
import { titleOf } from "../shared/titles";
import type { Loose } from "../shared/values";
import { instantOf, recordOf, recordsOf, stringOf } from "../shared/values";

/**
 * A session of Qwen Code: records that name the one before, with contents in the form of Gemini's API. One record of an answer is one
 * call, with its usage. A compression has the history that the model sees from then on.
 */
export const qwenCode = defineFormat({
  id: "qwen_code",
  label: "Qwen Code session",
  checked: null,
  agent: "Qwen Code",
  keys: nestKeys(
    leaving(
      makeKnownKeys(
        "uuid parentUuid sessionId timestamp type subtype message usageMetadata model contextWindowSize systemPayload cwd version",
        "gitBranch agentId isSidechain forkedFrom",
      ),
      {
        "what the program keeps for itself": [
          "provenance goalContext backgroundTurn deliveredTurn agentName agentColor agentRunId agentRound externalInputKind",
          "daemonPromptId",
        ],
        "what another key says": "toolCallResult",
        "ids, times and marks": "promptId",
      },
    ),
    {
      message: GEMINI_CONTENT,
      systemPayload: { keys: null, inside: { compressedHistory: GEMINI_CONTENT } },
    },
  ),
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
      yield readSession(branch, file.stem);
    }
  },
});

const TYPES: ReadonlySet<unknown> = new Set(["user", "assistant", "tool_result", "system"]);

function readSession(records: readonly Loose[], stem: string): FoundSession {
  const first = records[0] ?? {};
  const asked = records.find(({ type }) => type === "user");
  const isAgent = records.some(({ isSidechain }) => isSidechain === true);
  const parent = findId(readPayload(records, "parent_session").parentSessionId);
  const title = stringOf(readPayload(records, "custom_title").customTitle);
  const attributes = Object.entries({ cwd: first.cwd, version: first.version, gitBranch: first.gitBranch });
  const session = findId(first.sessionId) ?? stem;
  const fork = findId(recordOf(first.forkedFrom).sessionId);
  return {
    id: isAgent
      ? `${session}-${findId(records.find(({ agentId }) => agentId !== undefined)?.agentId) ?? stem}`
      : session,
    name: titleOf(title ?? findText(asked)),
    at: instantOf(first.timestamp),
    role: isAgent ? "subagent" : "main",
    forkedFrom: fork === undefined || isAgent ? undefined : { session: fork },
    parent: isAgent ? { session } : parent === undefined ? undefined : { session: parent },
    attributes: Object.fromEntries(
      attributes.flatMap(([key, value]) => (nameIn(value) === undefined ? [] : [[key, nameIn(value) ?? ""]])),
    ),
    windows: "inferred",
    notes: ["The system prompt and the tools' declarations were in every window and are not in the file."],
    steps: readSteps(records),
  };
}

function* readSteps(records: readonly Loose[]): Generator<SessionStep> {
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
  { timestamp, model, contextWindowSize, usageMetadata }: Loose,
  answer: SeenItem[],
): CallStep {
  return {
    answer,
    endedAt: instantOf(timestamp),
    model: nameIn(model),
    contextWindow: findTokens(contextWindowSize) || undefined,
    usage: readGeminiUsage(recordOf(usageMetadata)),
  };
}

/** The history that a compression left is read by itself: its calls and results are those of before. */
function* readCompressed({ subtype, systemPayload, timestamp }: Loose): Generator<SessionStep> {
  const { info, compressedHistory } = recordOf(systemPayload);
  if (subtype !== "chat_compression" || !Array.isArray(compressedHistory)) return;
  const { originalTokenCount, newTokenCount } = recordOf(info);
  const contents = new GeminiContents(new ToolCalls());
  const window = recordsOf(compressedHistory).flatMap((content) => contents.items(content));
  yield {
    window: window.map((item, place) =>
      place === 0 && item.kind === "user_message" ? { ...item, kind: "compaction_summary" as const } : item,
    ),
    edit: {
      at: instantOf(timestamp),
      tokensBefore: findTokens(originalTokenCount),
      tokensAfter: findTokens(newTokenCount),
    },
  };
}

function readPayload(records: readonly Loose[], subtype: string): Loose {
  return recordOf(records.findLast((record) => record.subtype === subtype)?.systemPayload);
}

function findText(record: Loose | undefined): string | undefined {
  return stringOf(recordsOf(recordOf(record?.message).parts)[0]?.text);
}
