import { findId, nameIn } from "../../shared/bounds";
import type { Fact } from "../spans/facts";
import type { OtelRecord } from "../spans/record";
import { countAt, readTextAt } from "../spans/record";
import { makeInclusiveUsage } from "../spans/usage";
import type { Dialect } from "./dialect";

/**
 * Codex. Its log events report the totals of calls and the results of tools. The messages of a call are not
 * exported. Of its many spans only those of a compaction tell something about the window.
 */
export const codexDialect: Dialect = {
  id: "codex",
  label: "Codex",
  checked: { on: "2026-11-22", against: "@openai/codex@0.169.0" },
  contentSwitch: "import the session file (rollout-*.jsonl): Codex does not export message content",
  claims: ({ scope }) => scope.startsWith("codex"),
  read(record): Fact[] {
    const name = record.signal === "span" ? record.name : (readTextAt(record.attributes, "event.name") ?? "");
    return READERS[`${record.signal} ${name}`]?.(record) ?? [];
  },
};

const READERS: Readonly<Record<string, (record: OtelRecord) => Fact[]>> = {
  "log codex.sse_event": readCall,
  "log codex.tool_result": (record) => [readTool(record)],
  "log codex.conversation_starts": ({ attributes, ...record }) => [
    {
      type: "session",
      record: { attributes, ...record },
      agent: "codex",
      contextWindow: countAt(attributes, "context_window"),
    },
  ],
  "log codex.user_prompt": (record) => [
    { type: "session", record, name: readTextAt(record.attributes, "prompt") },
  ],
  "span run_auto_compact": (record) => [
    {
      type: "edit",
      record,
      at: record.end,
      covers: true,
      fields: {
        how: "compacted",
        policy: "codex.auto_compact",
        ...readReason(readTextAt(record.attributes, "reason"), readTextAt(record.attributes, "phase")),
      },
    },
  ],
};

function readReason(reason: string | undefined, phase: string | undefined) {
  const trigger = nameIn(reason);
  return {
    ...(trigger !== undefined && { trigger }),
    ...(phase !== undefined && { reason: `during ${phase}` }),
  };
}

/** An event with figures is a complete response. Without figures it reports the stream. */
function readCall(record: OtelRecord): Fact[] {
  const { attributes } = record;
  const input = countAt(attributes, "input_token_count");
  if (readTextAt(attributes, "event.kind") !== "response.completed" || input === undefined) return [];
  return [
    {
      type: "call",
      record,
      joins: [],
      model: nameIn(readTextAt(attributes, "model")),
      provider: "openai",
      usage: makeInclusiveUsage({
        input,
        output: countAt(attributes, "output_token_count"),
        cacheRead: countAt(attributes, "cached_token_count"),
        cacheWrite: countAt(attributes, "cache_write_token_count"),
        reasoning: countAt(attributes, "reasoning_token_count"),
      }),
    },
  ];
}

function readTool(record: OtelRecord): Fact {
  const { attributes } = record;
  return {
    type: "tool",
    record,
    callId: findId(readTextAt(attributes, "call_id")),
    name: nameIn(readTextAt(attributes, "tool_name")) ?? "tool",
    args: readTextAt(attributes, "arguments"),
    result: readTextAt(attributes, "output"),
    isError: attributes.success === false || attributes.success === "false",
  };
}
