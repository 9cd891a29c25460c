import { describe, expect, it } from "vitest";
import { pairCalls } from "@/lib/core/window/call-pairs";
import { foldSession } from "@/lib/core/trace/fold/fold";
import type { Session } from "@/lib/core/trace/session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { chooseImporter } from "./choose";
import { makeCallRecord } from "./otel/call-record";
import { projectRecords } from "./otel/project";

interface Said {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

const LONG = "export const total = (prices) => prices.reduce((sum, price) => sum + price, 0);\n".repeat(30);

interface Protocol {
  readonly system: string;
  readonly call: (path: string) => string;
  readonly result: (text: string) => string;
  readonly rejected: string;
  readonly shown: string;
  readonly tool: string;
  readonly args: string;
  readonly origin: object | null;
}

const FENCE = "```";
const JSON_ARGS = { tool: "read_file", args: '{"path":"shop.ts"}', origin: { path: "shop.ts" } };

const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  "function tags": {
    system: "Call one function at a time:\n<function=name>\n<parameter=key>value</parameter>\n</function>",
    call: (path) => `I look.\n\n<function=read_file>\n<parameter=path>${path}</parameter>\n</function>`,
    result: (text) => `EXECUTION RESULT of [read_file]:\n${text}`,
    rejected: "<function=read_file>\n</function>\n<function=read_file>\n</function>",
    shown: "It is called so:\n```xml\n<function=read_file>\n</function>\n```\nIt charges the sum.",
    ...JSON_ARGS,
  },
  "calls as JSON": {
    system: 'Return one call at a time as <tool_call>{"name": "x", "arguments": {}}</tool_call>.',
    call: (path) =>
      `I look.\n<tool_call>\n{"name": "read_file", "arguments": {"path": "${path}"}}\n</tool_call>`,
    result: (text) => `<tool_response>\n${text}\n</tool_response>`,
    rejected: "<tool_call>{name: read_file}</tool_call>",
    shown: '> <tool_call>{"name": "read_file"}</tool_call>\n\nThat is how. It charges the sum.',
    ...JSON_ARGS,
  },
  ReAct: {
    system: "Use this format:\nAction: the tool\nAction Input: its input\nObservation: the result",
    call: (path) => `Thought: I look\nAction: read_file\nAction Input: {"path": "${path}"}`,
    result: (text) => `Observation: ${text}`,
    rejected: "Action: read_file\nAction Input: a\nAction: read_file\nAction Input: b",
    shown: "Thought: I know\nAction: read_file\nAction Input: x\nFinal Answer: the sum",
    ...JSON_ARGS,
  },
  "fenced bash": {
    system: "Every reply must contain exactly one bash code block:\n```bash\ncommand\n```",
    call: (path) => `I look.\n${FENCE}bash\ncat ${path}\n${FENCE}`,
    result: (text) => `<returncode>0</returncode>\n<output>\n${text}\n</output>`,
    rejected: "```bash\nls\n```\nand\n```bash\npwd\n```",
    shown: "In Python it is\n```python\nsum(prices)\n```\nIt charges the sum.",
    tool: "bash",
    args: "cat shop.ts",
    origin: null,
  },
  "tags named after tools": {
    system: "# Tools\nUse one tool per message.\n## read_file\n<read_file>\n<path>path</path>\n</read_file>",
    call: (path) => `I look.\n<read_file>\n<path>${path}</path>\n</read_file>`,
    result: (text) => `[read_file for 'shop.ts'] Result:\n${text}`,
    rejected: "<read_file>\n<path>a</path>\n</read_file>\n<read_file>\n<path>b</path>\n</read_file>",
    shown: "One writes `<read_file><path>a</path></read_file>` for that. It charges the sum.",
    ...JSON_ARGS,
  },
};

function runOf({ system, call, result, rejected, shown }: Protocol): readonly Said[] {
  return [
    { role: "system", content: system },
    { role: "user", content: "What does the shop charge?" },
    { role: "assistant", content: call("shop.ts") },
    { role: "user", content: result(LONG) },
    { role: "assistant", content: rejected },
    { role: "user", content: "Please call exactly one function." },
    { role: "assistant", content: call("shop.ts") },
    { role: "user", content: result(`${LONG} `) },
    { role: "assistant", content: shown },
  ];
}

interface Call {
  readonly messages: readonly Said[];
  readonly answer: Said;
  readonly number: number;
}

function callsOf(run: readonly Said[]): Call[] {
  return run.flatMap((message, i) =>
    message.role === "assistant" ? [{ messages: run.slice(0, i), answer: message, number: i }] : [],
  );
}

const START = 1_757_015_000;

function nativeOf({ call, tool, args }: Protocol, answer: Said, number: number): object {
  if (answer.content !== call("shop.ts")) return answer;
  const isJson = args.startsWith("{");
  const fn = { name: tool, arguments: isJson ? args : JSON.stringify({ command: args }) };
  return {
    role: "assistant",
    content: "I look.",
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

function span({ messages, answer, number }: Call): object {
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

type Files = Readonly<Record<string, string>>;

function generation({ messages, answer, number }: Call): object {
  return {
    id: `obs-${number}`,
    traceId: "shop",
    type: "GENERATION",
    name: "chat",
    startTime: new Date((START + number) * 1_000).toISOString(),
    endTime: new Date((START + number) * 1_000 + 500).toISOString(),
    input: messages,
    output: answer,
    model: "m",
  };
}

function langsmithRun({ messages, answer, number }: Call): object {
  return {
    id: `run-${number}`,
    trace_id: "shop",
    run_type: "llm",
    start_time: new Date((START + number) * 1_000).toISOString(),
    end_time: new Date((START + number) * 1_000 + 500).toISOString(),
    inputs: { messages },
    outputs: { choices: [{ message: answer }] },
  };
}

function inspectLog(calls: readonly Call[]): object {
  const events = calls.map(({ messages, answer, number }) => ({
    event: "model",
    timestamp: new Date((START + number) * 1_000).toISOString(),
    model: "m",
    input: messages,
    output: { model: "m", choices: [{ message: answer, stop_reason: "stop" }] },
  }));
  const sample = { id: 1, epoch: 1, input: "q", target: "a", uuid: "shop", messages: [], events };
  return {
    version: 2,
    status: "success",
    eval: { task: "shop", model: "m", eval_id: "e" },
    samples: [sample],
  };
}

function trajectory(run: readonly Said[]): object {
  const sources = { system: "system", user: "user", assistant: "agent" };
  const steps = run.map(({ role, content }, i) => ({
    step_id: i + 1,
    source: sources[role],
    message: content,
  }));
  return { schema_version: "ATIF-v1.4", session_id: "shop", agent: { name: "a", version: "1" }, steps };
}

function filesOf(protocol: Protocol): Readonly<Record<string, Files>> {
  const run = runOf(protocol);
  const calls = callsOf(run);
  return {
    openai_messages: { "runs.json": JSON.stringify([{ messages: run, id: "shop" }]) },
    openai_request_log: {
      "log.jsonl": lines(
        ...calls.map(({ messages, answer }) => ({
          model: "m",
          messages: [...messages, answer],
          metadata: { session_id: "shop" },
        })),
      ),
    },
    chat_completions_log: {
      "interactions.jsonl": lines(
        ...calls.flatMap(({ messages, answer, number }) => [
          { type: "request", request_params: { model: "m", messages } },
          { type: "response", response: completion(answer, number) },
        ]),
      ),
    },
    litellm_call_log: Object.fromEntries(
      calls.map(({ messages, answer, number }) => [
        `shop/m-${START + number}.json`,
        JSON.stringify({
          messages,
          timestamp: START + number,
          latency_sec: 1,
          response: completion(
            protocol.tool === "bash" ? answer : nativeOf(protocol, answer, number),
            number,
          ),
        }),
      ]),
    ),
    otlp: { "spans.json": JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: calls.map(span) }] }] }) },
    langfuse_trace: {
      "trace.json": JSON.stringify({ trace: { id: "shop" }, observations: calls.map(generation) }),
    },
    langsmith_runs: { "runs.jsonl": lines(...calls.map(langsmithRun)) },
    inspect_eval: { "log.json": JSON.stringify(inspectLog(calls)) },
    atif: { "trajectory.json": JSON.stringify(trajectory(run)) },
  };
}

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

function rawCalls(provider: "openai.chat" | "anthropic", protocol: Protocol): Session {
  const records = callsOf(runOf(protocol)).map(({ messages, answer, number }) => {
    const isAnthropic = provider === "anthropic";
    const request = isAnthropic
      ? { model: "claude-x", max_tokens: 9, system: protocol.system, messages: messages.slice(1) }
      : { model: "m", messages };
    const response = isAnthropic
      ? {
          id: `msg_${number}`,
          type: "message",
          role: "assistant",
          content: [{ type: "text", text: answer.content }],
        }
      : completion(answer, number);
    return makeCallRecord({
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

function check(session: Session, { tool, args, origin }: Protocol): void {
  const { resultOf } = pairCalls(session);
  const calls = session.blocks.flatMap(({ kind, toolName, versions }, i) =>
    kind === "tool_call" ? [[toolName, versions[0]?.text, resultOf.has(i)]] : [],
  );
  expect(calls).toEqual([
    [tool, args, true],
    [tool, args, true],
  ]);
  expect(session.toolCalls).toBe(2);
  expect(session.repeats.map(({ earlierResult }) => earlierResult)).toEqual(["in_window"]);
  expect(session.turns).toHaveLength(4);
  expect(session.evictions).toEqual([]);
  const largest = session.blocks.reduce((a, b) =>
    (b.versions[0]?.tokens ?? 0) > (a.versions[0]?.tokens ?? 0) ? b : a,
  );
  expect([largest.kind, largest.origin]).toEqual(["tool_result", origin]);
}

const FORMATS = Object.keys(filesOf(Object.values(PROTOCOLS)[0] as Protocol));

describe.each(Object.entries(PROTOCOLS))("calls that are written as text, as %s", (_, protocol) => {
  it.each(FORMATS)("are calls in %s", async (format) => {
    const { format: found, session } = await imported(filesOf(protocol)[format] ?? {});
    expect(found).toBe(format);
    check(session, protocol);
  });

  it.each(["openai.chat", "anthropic"] as const)("are calls in raw calls of %s", (provider) => {
    check(rawCalls(provider, protocol), protocol);
  });
});
