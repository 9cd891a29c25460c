import { describe, expect, it } from "vitest";
import { pairCalls } from "@/lib/core/window/call-pairs";
import { foldSession } from "@/lib/core/trace/fold/fold";
import type { Session } from "@/lib/core/trace/session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { chooseImporter } from "./choose";
import { callRecord } from "./otel/call-record";
import { projectRecords } from "./otel/project";

interface Said {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

const SYSTEM = "Call one function at a time:\n<function=name>\n<parameter=key>value</parameter>\n</function>";
const call = (path: string) =>
  `I look at ${path}.\n\n<function=read_file>\n<parameter=path>${path}</parameter>\n</function>`;
const LONG = "export const total = (prices) => prices.reduce((sum, price) => sum + price, 0);\n".repeat(30);
const REJECTED = "<function=read_file>\n</function>\n<function=read_file>\n</function>";

/** A run that reads a file, is turned away once, reads the same file again, and is done. */
const RUN: readonly Said[] = [
  { role: "system", content: SYSTEM },
  { role: "user", content: "What does the shop charge?" },
  { role: "assistant", content: call("shop.ts") },
  { role: "user", content: `EXECUTION RESULT of [read_file]:\n${LONG}` },
  { role: "assistant", content: REJECTED },
  { role: "user", content: "Please call exactly one function." },
  { role: "assistant", content: call("shop.ts") },
  { role: "user", content: `EXECUTION RESULT of [read_file]:\n${LONG} ` },
  { role: "assistant", content: "It charges the sum." },
];

/** The requests of the run, each with its answer. */
const CALLS = RUN.flatMap((message, i) =>
  message.role === "assistant" ? [{ messages: RUN.slice(0, i), answer: message, number: i }] : [],
);

const START = 1_757_015_000;

function nativeOf(answer: Said, number: number): object {
  const path = /<parameter=path>(.*)<\/parameter>/.exec(answer.content)?.[1];
  if (path === undefined || answer.content === REJECTED) return answer;
  const fn = { name: "read_file", arguments: JSON.stringify({ path }) };
  const said = answer.content.slice(0, answer.content.indexOf("\n\n<function"));
  return {
    ...answer,
    content: said,
    tool_calls: [{ id: `toolu_${number}`, type: "function", function: fn }],
  };
}

function completion(message: object, number: number): object {
  return {
    id: `chatcmpl-${number}`,
    model: "m",
    choices: [{ index: 0, finish_reason: "stop", message }],
    usage: { prompt_tokens: 100 + number * 10, completion_tokens: 20 },
  };
}

const lines = (...records: object[]) => records.map((record) => JSON.stringify(record)).join("\n");
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const parts = (messages: readonly Said[]) =>
  JSON.stringify(messages.map(({ role, content }) => ({ role, parts: [{ type: "text", content }] })));

function span({ messages, answer, number }: (typeof CALLS)[number]): object {
  const at = BigInt(START + number) * BigInt(1_000_000_000);
  return {
    traceId: "b".repeat(32),
    spanId: String(number).padStart(16, "0"),
    name: "chat m",
    startTimeUnixNano: String(at),
    endTimeUnixNano: String(at + BigInt(1_000_000)),
    attributes: [
      text("gen_ai.operation.name", "chat"),
      text("gen_ai.conversation.id", "shop"),
      text("gen_ai.input.messages", parts(messages)),
      text("gen_ai.output.messages", parts([answer])),
    ],
  };
}

/** The files of the run in each format that message lists come in. */
const FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  openai_messages: { "runs.json": JSON.stringify([{ messages: RUN, id: "shop" }]) },
  openai_request_log: {
    "log.jsonl": lines(
      ...CALLS.map(({ messages, answer }) => ({
        model: "m",
        messages: [...messages, answer],
        metadata: { session_id: "shop" },
      })),
    ),
  },
  chat_completions_log: {
    "interactions.jsonl": lines(
      ...CALLS.flatMap(({ messages, answer, number }) => [
        { type: "request", request_params: { model: "m", messages } },
        { type: "response", response: completion(answer, number) },
      ]),
    ),
  },
  litellm_call_log: Object.fromEntries(
    CALLS.map(({ messages, answer, number }) => [
      `shop/m-${START + number}.json`,
      JSON.stringify({
        messages,
        timestamp: START + number,
        latency_sec: 1,
        response: completion(nativeOf(answer, number), number),
      }),
    ]),
  ),
  otlp: { "spans.json": JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: CALLS.map(span) }] }] }) },
};

async function imported(
  files: Readonly<Record<string, string>>,
): Promise<{ format: string; session: Session }> {
  const opened = await Promise.all(Object.entries(files).map(([name, content]) => textFile(name, content)));
  const choice = opened[0] === undefined ? null : chooseImporter(opened[0].sniff);
  if (choice?.importer == null) throw new Error("no importer");
  const { sessions } = await runImporter(choice.importer, opened);
  expect(sessions.size).toBe(1);
  return { format: choice.importer.id, session: foldSession([...sessions.values()].flat()) };
}

function rawCalls(provider: "openai.chat" | "anthropic"): Session {
  const records = CALLS.map(({ messages, answer, number }) => {
    const isAnthropic = provider === "anthropic";
    const request = isAnthropic
      ? { model: "claude-x", max_tokens: 9, system: SYSTEM, messages: messages.slice(1) }
      : { model: "m", messages };
    const response = isAnthropic
      ? {
          id: `msg_${number}`,
          type: "message",
          role: "assistant",
          content: [{ type: "text", text: answer.content }],
        }
      : completion(answer, number);
    return callRecord({
      id: String(number),
      session: "shop",
      startedAt: (START + number) * 1_000,
      api: isAnthropic ? "anthropic" : "openai.chat",
      request,
      response,
    });
  });
  return foldSession(projectRecords(records).events);
}

/** What must hold however the run came in. */
function check(session: Session): void {
  const { resultOf } = pairCalls(session);
  const calls = session.blocks.flatMap(({ kind, toolName, versions }, i) =>
    kind === "tool_call" ? [[toolName, versions[0]?.text, resultOf.has(i)]] : [],
  );
  expect(calls).toEqual([
    ["read_file", '{"path":"shop.ts"}', true],
    ["read_file", '{"path":"shop.ts"}', true],
  ]);
  expect(session.toolCalls).toBe(2);
  expect(session.repeats.map(({ earlierResult }) => earlierResult)).toEqual(["in_window"]);
  expect(session.turns).toHaveLength(4);
  expect(session.evictions).toEqual([]);
  const largest = session.blocks.reduce((a, b) =>
    (b.versions[0]?.tokens ?? 0) > (a.versions[0]?.tokens ?? 0) ? b : a,
  );
  expect([largest.kind, largest.origin]).toEqual(["tool_result", { path: "shop.ts" }]);
}

describe("calls that are written as text", () => {
  it.each(Object.keys(FILES))("are calls in %s", async (format) => {
    const { format: found, session } = await imported(FILES[format] ?? {});
    expect(found).toBe(format);
    check(session);
  });

  it.each(["openai.chat", "anthropic"] as const)("are calls in raw calls of %s", (provider) => {
    check(rawCalls(provider));
  });
});
