import type { FoundSession, SessionStep } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import { writeArguments } from "@/lib/importers/messages/openai";
import { readCallArguments, ToolCalls } from "../../messages/tool-calls";
import { also, signs } from "../../reading/sniff";
import { findId, nameIn } from "../../shared/bounds";
import { makeKnownKeys, leaving, nestKeys } from "../../shared/known-keys";
import type { SeenItem } from "../../shared/request-tracker";
import { titleOf } from "../../shared/titles";
import type { Loose } from "../../shared/values";
import { countOf, instantOf, recordOf, stringOf } from "../../shared/values";

/**
 * What `gemini -o stream-json` prints: a run as events, from `init` to `result`.
 *
 *     init · message user · tool_use · tool_result · message assistant (delta) · result
 *            └ prompt      └ call 0    └ its result  └ call 1, in pieces         └ sums of the run
 *
 * A result ends the call before it: what the model says or asks for afterwards is of the next one.
 */
export const geminiCliStream = defineFormat({
  id: "gemini_cli_stream",
  label: "Gemini CLI's streamed output",
  checked: null,
  agent: "Gemini CLI",
  keys: nestKeys(
    leaving(
      makeKnownKeys(
        "type timestamp session_id model role content tool_name tool_id parameters status output error stats message",
      ),
      { "what another key says": "delta severity" },
    ),
    {
      error: leaving(makeKnownKeys("message"), { "what another key says": "type" }),
      stats: leaving(makeKnownKeys("total_tokens input_tokens"), {
        "what another key says": "output_tokens cached input tool_calls models",
        "prices and sums": "duration_ms",
      }),
    },
  ),
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["type", "timestamp"]),
      sniff.records.some(isOfRun) &&
        sniff.records.every(({ type }) => typeof type === "string" && TYPES.has(type)),
      "events of a run",
    ),
  async *sessions({ files, report }) {
    for (const file of files) {
      const events: Loose[] = [];
      for await (const event of file.records()) {
        if (typeof event.type === "string" && TYPES.has(event.type)) events.push(event);
        else report.passOver("unknown_record", "an event of a type that is not known is not read");
        if (event.type === "error")
          report.passOver("program_message", "what the program told of a run stands in no window");
      }
      yield readSession(events, file.stem);
    }
  },
});

const TYPES: ReadonlySet<string> = new Set(["init", "message", "tool_use", "tool_result", "error", "result"]);

/** An event that no other program prints in this form. The first, which names the session, can be lost. */
function isOfRun({ type, session_id: session, tool_id: tool, delta }: Loose): boolean {
  if (type === "init") return typeof session === "string";
  return (type === "tool_use" && typeof tool === "string") || (type === "message" && delta === true);
}

function readSession(events: readonly Loose[], stem: string): FoundSession {
  const init = events.find(({ type }) => type === "init");
  const result = events.findLast(({ type }) => type === "result");
  const prompt = events.find(({ type, role }) => type === "message" && role === "user");
  return {
    id: findId(init?.session_id) ?? stem,
    name: titleOf(stringOf(prompt?.content)),
    at: instantOf(init?.timestamp),
    model: nameIn(init?.model),
    reported: readTotals(recordOf(result?.stats)),
    windows: "inferred",
    notes: [
      "The output tells usage of the whole run and not of its calls, and neither instructions nor tool schemas.",
      "It does not say where a call ends: an answer is taken to end with the results of its tools.",
    ],
    steps: readSteps(events),
    ended: result && endOf(result),
  };
}

/** Thoughts are output, and stand in the total only. */
function readTotals({ total_tokens: total, input_tokens: input }: Loose): FoundSession["reported"] {
  const [all, sent] = [countOf(total), countOf(input)];
  if (sent === undefined) return undefined;
  return { tokensSent: sent, ...(all !== undefined && all >= sent && { tokensReceived: all - sent }) };
}

function endOf({ status, error, timestamp }: Loose): NonNullable<FoundSession["ended"]> {
  const isFailed = status !== "success";
  const reason = isFailed ? stringOf(recordOf(error).message) : undefined;
  return { outcome: isFailed ? "failed" : "ok", at: instantOf(timestamp), reason };
}

function* readSteps(events: readonly Loose[]): Generator<SessionStep> {
  let answer: SeenItem[] = [];
  let at: number | null = null;
  let results: SeenItem[] = [];
  const calls = new ToolCalls();
  const end = function* (): Generator<SessionStep> {
    if (answer.length > 0) yield { answer, at };
    if (results.length > 0) yield { add: results };
    [answer, results, at] = [[], [], null];
  };
  for (const event of events) {
    const isModel = event.type === "tool_use" || (event.type === "message" && event.role === "assistant");
    if (event.type === "message" && !isModel) {
      yield* end();
      yield { add: [{ kind: "user_message", content: stringOf(event.content) ?? "" }] };
    } else if (isModel) {
      if (results.length > 0) yield* end();
      at ??= instantOf(event.timestamp);
      if (event.type === "tool_use") answer.push(readCall(event, calls));
      else answer = addPiece(answer, stringOf(event.content) ?? "");
    } else if (event.type === "tool_result") results.push(readResult(event, calls));
  }
  yield* end();
}

/** A text comes in pieces, which go on where the last item is text. */
function addPiece(answer: SeenItem[], piece: string): SeenItem[] {
  const last = answer.at(-1);
  if (last?.kind !== "assistant_text") return [...answer, { kind: "assistant_text", content: piece }];
  return [...answer.slice(0, -1), { ...last, content: last.content + piece }];
}

function readCall({ tool_id: id, tool_name: name, parameters }: Loose, calls: ToolCalls): SeenItem {
  const toolCallId = findId(id);
  const toolName = nameIn(name) ?? "tool";
  const content = writeArguments(parameters);
  if (toolCallId !== undefined) calls.note(toolCallId, toolName, readCallArguments(content));
  return { kind: "tool_call", toolName, content, ...(toolCallId !== undefined && { toolCallId }) };
}

function readResult({ tool_id: id, status, output, error }: Loose, calls: ToolCalls): SeenItem {
  return {
    kind: "tool_result",
    content: stringOf(output) ?? stringOf(recordOf(error).message) ?? "",
    ...calls.describe(findId(id)),
    ...(status === "error" && { isError: true }),
  };
}
