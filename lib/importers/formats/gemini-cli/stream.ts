import type { FoundSession, SessionStep } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import { writeArguments } from "@/lib/importers/messages/openai";
import { readCallArguments, ToolCalls } from "../../messages/tool-calls";
import { also, signs } from "../../reading/sniff";
import type { SeenItem } from "../../shared/request-tracker";
import { titleOf } from "../../shared/titles";
import type { Loose } from "../../shared/values";
import type { GeminiEvent } from "./stream-records";
import { GEMINI_EVENT } from "./stream-records";

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
  keys: GEMINI_EVENT,
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["type", "timestamp"]),
      sniff.records.some(isOfRun) &&
        sniff.records.every(({ type }) => typeof type === "string" && TYPES.has(type)),
      "events of a run",
    ),
  async *sessions({ files, report }) {
    for (const file of files) {
      const events: GeminiEvent[] = [];
      for await (const event of file.records()) {
        if (typeof event.type === "string" && TYPES.has(event.type)) events.push(GEMINI_EVENT.of(event));
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

function readSession(events: readonly GeminiEvent[], stem: string): FoundSession {
  const init = events.find(({ type }) => type === "init");
  const result = events.findLast(({ type }) => type === "result");
  const prompt = events.find(({ type, role }) => type === "message" && role === "user");
  return {
    id: init?.session_id ?? stem,
    name: titleOf(prompt?.content),
    at: init?.timestamp ?? null,
    model: init?.model,
    reported: result && readTotals(result.stats),
    windows: "inferred",
    notes: [
      "The output tells usage of the whole run and not of its calls, and neither instructions nor tool schemas.",
      "It does not say where a call ends: an answer is taken to end with the results of its tools.",
    ],
    steps: readSteps(events),
    ended: result && endOf(result),
  };
}

/** Reads the totals of a run. Thoughts are output, and are counted in the total only. */
function readTotals({
  total_tokens: all,
  input_tokens: sent,
}: GeminiEvent["stats"]): FoundSession["reported"] {
  if (sent === undefined) return undefined;
  return { tokensSent: sent, ...(all !== undefined && all >= sent && { tokensReceived: all - sent }) };
}

function endOf({ status, error, timestamp }: GeminiEvent): NonNullable<FoundSession["ended"]> {
  const isFailed = status !== "success";
  const reason = isFailed ? error.message : undefined;
  return { outcome: isFailed ? "failed" : "ok", at: timestamp, reason };
}

function* readSteps(events: readonly GeminiEvent[]): Generator<SessionStep> {
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
      yield { add: [{ kind: "user_message", content: event.content ?? "" }] };
    } else if (isModel) {
      if (results.length > 0) yield* end();
      at ??= event.timestamp;
      if (event.type === "tool_use") answer.push(readCall(event, calls));
      else answer = addPiece(answer, event.content ?? "");
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

function readCall(
  { tool_id: toolCallId, tool_name: toolName = "tool", parameters }: GeminiEvent,
  calls: ToolCalls,
): SeenItem {
  const content = writeArguments(parameters);
  if (toolCallId !== undefined) calls.note(toolCallId, toolName, readCallArguments(content));
  return { kind: "tool_call", toolName, content, ...(toolCallId !== undefined && { toolCallId }) };
}

function readResult({ tool_id: id, status, output, error }: GeminiEvent, calls: ToolCalls): SeenItem {
  return {
    kind: "tool_result",
    content: output ?? error.message ?? "",
    ...calls.describe(id),
    ...(status === "error" && { isError: true }),
  };
}
