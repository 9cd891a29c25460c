import { readItemsOfContent } from "../messages/anthropic";
import { ToolCalls } from "../messages/tool-calls";
import { also, signs } from "../reading/sniff";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { nameIn } from "../shared/bounds";
import { titleOf } from "../shared/titles";
import { keepDefined } from "../shared/values";
import type { AmpMessage, AmpThread } from "./amp-records";
import { AMP_MESSAGE, AMP_PART, AMP_RESULT, AMP_THREAD } from "./amp-records";

/**
 * A thread of Amp, as `amp threads export` prints it and as older versions keep it on disk. Messages have the parts of Anthropic's
 * API with other names: a result is what its tool's `run` gave, and each answer has the usage of its call.
 */
export const amp = defineFormat({
  id: "amp",
  label: "Amp thread",
  checked: { on: "2026-11-29", against: "two made threads of others, and the beginning of a real one" },
  agent: "Amp",
  keys: AMP_THREAD,
  recognise: (sniff) =>
    also(
      signs(sniff, ["object"], ["id", "messages[].role", "messages[].content"]),
      /"id"\s*:\s*"T-[\da-f]{8}(?:-[\da-f]+)*"/.test(sniff.head),
      "the name of a thread (T-…)",
    ),
  async *sessions({ files, entries }) {
    for (const file of files)
      for await (const record of file.records()) {
        const thread = AMP_THREAD.of(record);
        const messages = entries(thread.messages, AMP_MESSAGE, "not a message").map(AMP_MESSAGE.of);
        yield readSession(thread, messages, file.stem);
      }
  },
});

function readSession(thread: AmpThread, messages: readonly AmpMessage[], stem: string): FoundSession {
  const { trees, platform } = thread.env.initial;
  const cwd = nameIn(trees[0]?.uri?.replace(/^file:\/\//, ""));
  return {
    id: thread.id ?? stem,
    name: titleOf(thread.title),
    at: thread.created,
    attributes: keepDefined({ cwd, version: platform.clientVersion }),
    windows: "inferred",
    notes: [
      "The system prompt and the tools' schemas were in every window and are not in the file. What a sub-agent did is not in it either.",
    ],
    steps: readSteps(messages),
  };
}

function* readSteps(messages: readonly AmpMessage[]): Generator<SessionStep> {
  const calls = new ToolCalls();
  for (const { role, content, usage, state, meta } of messages) {
    const parts = Array.isArray(content) ? content.map(readPart) : content;
    if (role !== "assistant") {
      yield { add: readItemsOfContent("user", parts, calls) };
      continue;
    }
    calls.beginAnswer();
    const { type, stopReason, error } = state;
    yield {
      answer: readItemsOfContent("assistant", parts, calls),
      endedAt: usage.timestamp ?? meta.sentAt,
      model: usage.model,
      contextWindow: usage.maxInputTokens || undefined,
      usage: readUsage(usage),
      stopReason,
      ...(type === "error" && { error: error.message ?? "the call failed" }),
    };
  }
}

/** Reads a usage. Where the total is missing it is the sum of its three parts. A total of 0 means that nothing was measured. */
function readUsage(usage: AmpMessage["usage"]) {
  const { cacheReadInputTokens: cacheRead, cacheCreationInputTokens: cacheWrite } = usage;
  const sum = (usage.inputTokens ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0);
  const input = usage.totalInputTokens || sum;
  if (input === 0) return undefined;
  return { input, ...keepDefined({ output: usage.outputTokens, cacheRead, cacheWrite }) };
}

const FAILED: ReadonlySet<unknown> = new Set(["error", "cancelled", "rejected-by-user"]);

/**
 * A part as Anthropic's API has it. Its `text`, `thinking` or `source`, or its `id`, `name` and `input` are the same; the result of
 * a tool is what its run gave.
 */
function readPart(record: unknown): unknown {
  const part = AMP_PART.of(record);
  if (part.type !== "tool_result") return record;
  const { result, status, error } = part.run;
  const { exitCode: exit } = AMP_RESULT.of(result);
  const isFailed = FAILED.has(status) || (typeof exit === "number" && exit !== 0);
  return {
    type: "tool_result",
    tool_use_id: part.toolUseID ?? part.tool_use_id,
    content: readTextOfRun(result) ?? error.message ?? part.content,
    is_error: isFailed || part.is_error,
  };
}

/** Each tool has a form of its own: a text, `{output, exitCode}`, `{content: [...]}`, or fields that the model is given as JSON. */
function readTextOfRun(result: unknown): unknown {
  if (result === undefined || result === null) return undefined;
  if (typeof result === "string" || Array.isArray(result)) return result;
  const { output, content } = AMP_RESULT.of(result);
  if (typeof output === "string") return output;
  return Array.isArray(content) || typeof content === "string" ? content : JSON.stringify(result);
}
