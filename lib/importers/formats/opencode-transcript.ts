import { writeArguments } from "../messages/openai";
import { writeSentText } from "../messages/content-text";
import { also, signs } from "../reading/sniff";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId } from "../shared/bounds";
import type { SeenItem } from "../shared/request-tracker";
import { titleOf } from "../shared/titles";
import { recordOf } from "../shared/values";
import type { OpencodeHookLine } from "./opencode-transcript-records";
import { OPENCODE_HOOK_LINE } from "./opencode-transcript-records";

/**
 * What the hooks of opencode keep below `.claude/transcripts`: what a person typed, and the calls of tools with their results,
 * without ids. What the model said is not in it. An answer is taken to end where its first result stands.
 */
export const opencodeTranscript = defineFormat({
  id: "opencode_transcript",
  label: "opencode transcript of hooks",
  checked: null,
  agent: "opencode",
  keys: OPENCODE_HOOK_LINE,
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["type", "timestamp", "tool_name", "tool_input"]),
      !sniff.paths.has("tool_id") && !sniff.paths.has("session_id"),
      "calls of tools without ids",
    ),
  async *sessions({ files, report }) {
    for (const file of files) {
      const records: OpencodeHookLine[] = [];
      for await (const record of file.records()) {
        if (TYPES.has(record.type)) records.push(OPENCODE_HOOK_LINE.of(record));
        else report.passOver("unknown_record", "a record of a type that is not known is not read");
      }
      yield readSession(records, file.stem);
    }
  },
});

const TYPES: ReadonlySet<unknown> = new Set(["user", "assistant", "tool_use", "tool_result"]);

function readSession(records: readonly OpencodeHookLine[], stem: string): FoundSession {
  return {
    id: findId(stem) ?? "session",
    name: titleOf(records.find(({ type }) => type === "user")?.content),
    at: records[0]?.timestamp ?? null,
    windows: "inferred",
    notes: [
      "The transcript has neither what the model said nor usage, models, instructions or tool schemas.",
      "It does not say where a call ends: an answer is taken to end where its first result stands. Calls and results are paired by their order.",
    ],
    steps: readSteps(records),
  };
}

function* readSteps(records: readonly OpencodeHookLine[]): Generator<SessionStep> {
  let answer: SeenItem[] = [];
  let at: number | null = null;
  const waiting: { name: string; id: string }[] = [];
  let count = 0;
  for (const record of records) {
    const { type, timestamp, content = "", tool_name: toolName = "tool", tool_output: output } = record;
    if (type === "tool_use" || type === "assistant") {
      if (answer.length === 0) at = timestamp;
      if (type === "assistant") {
        answer.push({ kind: "assistant_text", content });
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
    if (type === "user") yield { add: [{ kind: "user_message", content }] };
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
