import { writeArguments } from "../messages/openai";
import { writeSentText } from "../messages/shown";
import { also, signs } from "../reading/sniff";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId, nameIn } from "../shared/bounds";
import { makeKnownKeys } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import { titleOf } from "../shared/titles";
import type { Loose } from "../shared/values";
import { instantOf, recordOf, stringOf } from "../shared/values";

/**
 * What the hooks of opencode keep below `.claude/transcripts`: what a person typed, and the calls of tools with their results,
 * without ids. What the model said is not in it. An answer is taken to end where its first result stands.
 */
export const opencodeTranscript = defineFormat({
  id: "opencode_transcript",
  label: "opencode transcript of hooks",
  checked: null,
  agent: "opencode",
  keys: makeKnownKeys("type timestamp content tool_name tool_input tool_output"),
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["type", "timestamp", "tool_name", "tool_input"]),
      !sniff.paths.has("tool_id") && !sniff.paths.has("session_id"),
      "calls of tools without ids",
    ),
  async *sessions({ files, report }) {
    for (const file of files) {
      const records: Loose[] = [];
      for await (const record of file.records()) {
        if (TYPES.has(record.type)) records.push(record);
        else report.passOver("unknown_record", "a record of a type that is not known is not read");
      }
      yield readSession(records, file.stem);
    }
  },
});

const TYPES: ReadonlySet<unknown> = new Set(["user", "assistant", "tool_use", "tool_result"]);

function readSession(records: readonly Loose[], stem: string): FoundSession {
  return {
    id: findId(stem) ?? "session",
    name: titleOf(stringOf(records.find(({ type }) => type === "user")?.content)),
    at: instantOf(records[0]?.timestamp),
    windows: "inferred",
    notes: [
      "The transcript has neither what the model said nor usage, models, instructions or tool schemas.",
      "It does not say where a call ends: an answer is taken to end where its first result stands. Calls and results are paired by their order.",
    ],
    steps: readSteps(records),
  };
}

function* readSteps(records: readonly Loose[]): Generator<SessionStep> {
  let answer: SeenItem[] = [];
  let at: number | null = null;
  const waiting: { name: string; id: string }[] = [];
  let count = 0;
  for (const record of records) {
    const { type, timestamp, content, tool_name: name, tool_output: output } = record;
    const toolName = nameIn(name) ?? "tool";
    if (type === "tool_use" || type === "assistant") {
      if (answer.length === 0) at = instantOf(timestamp);
      if (type === "assistant") {
        answer.push({ kind: "assistant_text", content: stringOf(content) ?? "" });
        continue;
      }
      const id = `call-${count++}`;
      waiting.push({ name: toolName, id });
      answer.push({
        kind: "tool_call",
        toolName,
        toolCallId: id,
        content: writeArguments(record.tool_input),
      });
      continue;
    }
    if (answer.length > 0) yield { answer, at };
    answer = [];
    if (type === "user") yield { add: [{ kind: "user_message", content: stringOf(content) ?? "" }] };
    else {
      const place = waiting.findIndex((call) => call.name === toolName);
      const [call] = place < 0 ? [] : waiting.splice(place, 1);
      const shown = recordOf(output).output ?? output;
      const toolCallId = call === undefined ? {} : { toolCallId: call.id };
      yield { add: [{ kind: "tool_result", toolName, content: writeSentText(shown), ...toolCallId }] };
    }
  }
  if (answer.length > 0) yield { answer, at };
}
