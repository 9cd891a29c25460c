import { isRecord } from "@/lib/core/is-record";
import { readItemsOfContent } from "../messages/anthropic";
import { ANTHROPIC_CONTENT } from "../messages/anthropic-records";
import { ToolCalls } from "../messages/tool-calls";
import { also, signs } from "../reading/sniff";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId, nameIn, findTokens } from "../shared/bounds";
import type { KnownKeys } from "../shared/known-keys";
import { anyKeys, makeKnownKeys, leaving, nestKeys } from "../shared/known-keys";
import { titleOf } from "../shared/titles";
import type { Loose } from "../shared/values";
import { keepDefined, instantOf, recordOf, recordsOf, stringOf } from "../shared/values";

const PART: KnownKeys = {
  ...nestKeys(
    leaving(
      makeKnownKeys("type text thinking id name input toolUseID tool_use_id content is_error run source"),
      {
        "opaque values for the provider": "signature openAIReasoning",
        "ids, times and marks": "providerToolUseId startTime finalTime",
        "what the program keeps for itself": "blockState complete provider userInput",
      },
    ),
    {
      run: nestKeys(
        leaving(makeKnownKeys("result status error"), { "what the program keeps for itself": "progress" }),
        { result: anyKeys(ANTHROPIC_CONTENT) },
      ),
    },
  ),
  isOf: ({ type }) => KINDS.has(type),
};
const KINDS: ReadonlySet<unknown> = new Set(["text", "thinking", "tool_use", "tool_result"]);

const MESSAGE = nestKeys(
  leaving(makeKnownKeys("role content state usage meta"), {
    "ids, times and marks": "messageId protocolMessageID protocolMessageVersion readAt dtwMessageID",
    "what the program keeps for itself": "userState agentMode fileMentions",
  }),
  {
    content: PART,
    meta: leaving(makeKnownKeys("sentAt"), { "what the program keeps for itself": "openAIResponsePhase" }),
    state: makeKnownKeys("type stopReason error"),
    usage: leaving(
      makeKnownKeys(
        "model timestamp inputTokens outputTokens totalInputTokens cacheReadInputTokens cacheCreationInputTokens maxInputTokens",
      ),
      { "what the program keeps for itself": "thinkingBudget" },
    ),
  },
);

/**
 * A thread of Amp, as `amp threads export` prints it and as older versions keep it on disk. Messages have the parts of Anthropic's
 * API with other names: a result is what its tool's `run` gave, and each answer has the usage of its call.
 */
export const amp = defineFormat({
  id: "amp",
  label: "Amp thread",
  checked: { on: "2026-11-29", against: "two made threads of others, and the beginning of a real one" },
  agent: "Amp",
  keys: leaving(makeKnownKeys("id title created env messages"), {
    "ids, times and marks": "v updatedAt nextMessageId",
    "what the program keeps for itself":
      "meta agentMode creatorUserID pinned openExpiresAt activatedSkills initialUserMessage originThreadID mainThreadID",
  }),
  recognise: (sniff) =>
    also(
      signs(sniff, ["object"], ["id", "messages[].role", "messages[].content"]),
      /"id"\s*:\s*"T-[\da-f]{8}(?:-[\da-f]+)*"/.test(sniff.head),
      "the name of a thread (T-…)",
    ),
  async *sessions({ files, entries }) {
    for (const file of files)
      for await (const thread of file.records())
        yield readSession(thread, entries(thread.messages, MESSAGE, "not a message"), file.stem);
  },
});

function readSession(thread: Loose, messages: readonly Loose[], stem: string): FoundSession {
  const { trees, platform } = recordOf(recordOf(thread.env).initial);
  const cwd = nameIn(stringOf(recordsOf(trees)[0]?.uri)?.replace(/^file:\/\//, ""));
  const version = nameIn(recordOf(platform).clientVersion);
  return {
    id: findId(thread.id) ?? stem,
    name: titleOf(stringOf(thread.title)),
    at: instantOf(thread.created),
    attributes: keepDefined({ cwd, version }),
    windows: "inferred",
    notes: [
      "The system prompt and the tools' schemas were in every window and are not in the file. What a sub-agent did is not in it either.",
    ],
    steps: readSteps(messages),
  };
}

function* readSteps(messages: readonly Loose[]): Generator<SessionStep> {
  const calls = new ToolCalls();
  for (const { role, content, usage, state, meta } of messages) {
    const parts = Array.isArray(content) ? content.map(readPart) : content;
    if (role !== "assistant") {
      yield { add: readItemsOfContent("user", parts, calls) };
      continue;
    }
    calls.beginAnswer();
    const { model, timestamp, maxInputTokens } = recordOf(usage);
    const { type, stopReason, error } = recordOf(state);
    yield {
      answer: readItemsOfContent("assistant", parts, calls),
      endedAt: instantOf(timestamp) ?? instantOf(recordOf(meta).sentAt),
      model: nameIn(model),
      contextWindow: findTokens(maxInputTokens) || undefined,
      usage: readUsage(recordOf(usage)),
      stopReason: nameIn(stopReason),
      ...(type === "error" && { error: stringOf(recordOf(error).message) ?? "the call failed" }),
    };
  }
}

/** Where the total is missing it is the sum of its three parts. A total of 0 means that nothing was measured. */
function readUsage(usage: Loose) {
  const cacheRead = findTokens(usage.cacheReadInputTokens);
  const cacheWrite = findTokens(usage.cacheCreationInputTokens);
  const sum = (findTokens(usage.inputTokens) ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0);
  const input = findTokens(usage.totalInputTokens) || sum;
  if (input === 0) return undefined;
  return { input, ...keepDefined({ output: findTokens(usage.outputTokens), cacheRead, cacheWrite }) };
}

const FAILED: ReadonlySet<unknown> = new Set(["error", "cancelled", "rejected-by-user"]);

/** A part as Anthropic's API has it: the result of a tool is what its run gave. */
function readPart(part: unknown): unknown {
  if (!isRecord(part) || part.type !== "tool_result") return part;
  const { result, status, error } = recordOf(part.run);
  const exit = recordOf(result).exitCode;
  const isFailed = FAILED.has(status) || (typeof exit === "number" && exit !== 0);
  return {
    type: "tool_result",
    tool_use_id: part.toolUseID ?? part.tool_use_id,
    content: readTextOfRun(result) ?? stringOf(recordOf(error).message) ?? part.content,
    is_error: isFailed || part.is_error,
  };
}

/** Each tool has a form of its own: a text, `{output, exitCode}`, `{content: [...]}`, or fields that the model is given as JSON. */
function readTextOfRun(result: unknown): unknown {
  if (result === undefined || result === null) return undefined;
  if (typeof result === "string" || Array.isArray(result)) return result;
  const { output, content } = recordOf(result);
  if (typeof output === "string") return output;
  return Array.isArray(content) || typeof content === "string" ? content : JSON.stringify(result);
}
