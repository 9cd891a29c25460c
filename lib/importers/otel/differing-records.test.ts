import { describe, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { capturedRecords } from "@/lib/testing/captured-records";
import { captureFigures } from "@/lib/testing/captures";
import type { TestLog, TestSpan, Value } from "@/lib/testing/otlp-bodies";
import { logsJson, tracesJson } from "@/lib/testing/otlp-bodies";
import { makeCallRecord } from "./call-record";
import { decodeJson } from "./decode-json";
import { projectRecords } from "./project";
import type { OtelRecord } from "./spans/record";

const AT = Date.UTC(2026, 0, 1);
const ASKED = "Where is the parcel?";
const ANSWER = "The parcel is in Lyon.";
const OTHER = "A parcel was lost near Nice.";
const LONGER = `${ANSWER} It leaves on Monday.`;
const json = JSON.stringify;

const session = { "session.id": "s" };
const parts = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] });
const said = (role: string, content: string) => ({ role, content });

function span(scope: string, attributes: Record<string, Value>, more: Partial<TestSpan> = {}): OtelRecord {
  const list = [{ id: "a", name: "chat m", at: AT, attributes: { ...session, ...attributes }, ...more }];
  return first(decodeJson(tracesJson(scope, list), "traces").records);
}

function log(scope: string, name: string, attributes: Record<string, Value>): OtelRecord {
  const list: TestLog[] = [{ name, at: AT, attributes: { ...session, "event.name": name, ...attributes } }];
  return first(decodeJson(logsJson(scope, list), "logs").records);
}

function first(records: readonly OtelRecord[]): OtelRecord {
  const [record] = records;
  if (record === undefined) throw new Error("a body of one record gives one");
  return record;
}

const raw = (api: string, request: unknown, response: unknown) =>
  makeCallRecord({ id: "c1", session: "s", startedAt: AT, api, request, response });

const genai = {
  "gen_ai.operation.name": "chat",
  "gen_ai.input.messages": json([parts("user", ASKED)]),
  "gen_ai.output.messages": json([parts("assistant", ANSWER)]),
};
const chatRequest = { model: "gpt-5", messages: [said("user", ASKED)] };
const chatAnswer = { model: "gpt-5", choices: [{ message: said("assistant", ANSWER) }] };
const claudeRequest = { model: "claude-x", messages: [said("user", ASKED)] };
const claudeAnswer = { model: "claude-x", role: "assistant", content: [{ type: "text", text: ANSWER }] };

const WIRES: readonly (readonly [wire: string, record: OtelRecord])[] = [
  ["GenAI conventions", span("app", genai)],
  ["Anthropic SDK", span("com.anthropic.sdk.typescript", genai)],
  ["Copilot CLI", span("github.copilot", genai)],
  ["Traceloop", span("@traceloop/instrumentation-openai", genai)],
  [
    "numbered keys",
    span("opentelemetry.instrumentation.openai", {
      "llm.request.type": "chat",
      "gen_ai.prompt.0.role": "user",
      "gen_ai.prompt.0.content": ASKED,
      "gen_ai.completion.0.role": "assistant",
      "gen_ai.completion.0.content": ANSWER,
    }),
  ],
  [
    "OpenInference",
    span("@arizeai/openinference-instrumentation-openai", {
      "openinference.span.kind": "LLM",
      "input.value": json(chatRequest),
      "output.value": json(chatAnswer),
    }),
  ],
  [
    "Vercel AI SDK",
    span("ai", {
      "ai.operationId": "ai.generateText.doGenerate",
      "ai.prompt.messages": json([said("user", ASKED)]),
      "ai.response.text": ANSWER,
    }),
  ],
  [
    "Langfuse",
    span("langfuse-sdk", {
      "langfuse.observation.type": "generation",
      "langfuse.observation.input": json({ messages: [said("user", ASKED)] }),
      "langfuse.observation.output": json(said("assistant", ANSWER)),
    }),
  ],
  [
    "LangSmith",
    span("langsmith", {
      "gen_ai.operation.name": "chat",
      "langsmith.span.kind": "llm",
      "gen_ai.prompt": json(chatRequest),
      "gen_ai.completion": json(chatAnswer),
    }),
  ],
  [
    "Strands",
    span(
      "strands-agents",
      { "gen_ai.operation.name": "chat" },
      {
        name: "chat",
        events: [
          { name: "gen_ai.user.message", attributes: { content: json([{ text: ASKED }]) } },
          { name: "gen_ai.choice", attributes: { message: json([{ text: ANSWER }]) } },
        ],
      },
    ),
  ],
  [
    "Claude Code, a response body",
    log("com.anthropic.claude_code.events", "api_response_body", {
      request_body_id: "b1",
      body: json(claudeAnswer),
    }),
  ],
  [
    "Claude Code, a request body",
    log("com.anthropic.claude_code.events", "api_request_body", {
      request_body_id: "b1",
      body: json({ ...claudeRequest, messages: [said("user", ANSWER)] }),
    }),
  ],
  ["raw Anthropic", raw("anthropic", claudeRequest, claudeAnswer)],
  ["raw Chat Completions", raw("openai.chat", chatRequest, chatAnswer)],
  [
    "raw Responses",
    raw(
      "openai.responses",
      { model: "gpt-5", input: ASKED },
      {
        object: "response",
        output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: ANSWER }] }],
      },
    ),
  ],
  [
    "raw Gemini",
    raw(
      "gemini",
      { contents: [{ role: "user", parts: [{ text: ASKED }] }] },
      { candidates: [{ content: { role: "model", parts: [{ text: ANSWER }] } }] },
    ),
  ],
];

function saying(record: OtelRecord, text: string): OtelRecord {
  return JSON.parse(json(record).replaceAll(ANSWER, text)) as OtelRecord;
}

const textsOf = (events: readonly TraceEvent[]) => {
  const { blocks } = foldSession(events);
  return blocks.flatMap(({ versions }) => versions.map(({ text }) => text)).sort();
};
const notesOf = (events: readonly TraceEvent[]) =>
  events.flatMap((event) => (event.type === "annotation.added" ? [event.text] : []));
const turnsOf = (events: readonly TraceEvent[]) =>
  events.filter(({ type }) => type === "turn.recorded").length;

describe.each(WIRES)("a record of %s that comes again", (_, record) => {
  it("is one when it is the same", () => {
    const once = projectRecords([record]).events;
    expect(textsOf(once)).toContain(ANSWER);
    expect(projectRecords([record, saying(record, ANSWER)]).events).toEqual(once);
  });

  it("takes the place of what it goes on from, in either order", () => {
    const longer = saying(record, LONGER);
    const whole = projectRecords([longer]).events;
    for (const records of [
      [record, longer],
      [longer, record],
    ])
      expect(projectRecords(records).events).toEqual(whole);
  });

  it("keeps both words when it says otherwise, and notes it at the turn, in either order", () => {
    const other = saying(record, OTHER);
    const { events } = projectRecords([record, other]);
    expect(projectRecords([other, record, saying(record, ANSWER)]).events).toEqual(events);
    expect(textsOf(events)).toEqual(expect.arrayContaining([ANSWER, OTHER]));
    expect(notesOf(events)).toEqual([expect.stringContaining("1 text recorded beside it")]);
    expect([turnsOf(events), foldSession(events).gaps]).toEqual([1, []]);
  });
});

it("notes what a call says otherwise beside its texts", () => {
  const record = span("app", { ...genai, "gen_ai.usage.output_tokens": 7 });
  const other = span("app", { ...genai, "gen_ai.usage.output_tokens": 9 });
  expect(notesOf(projectRecords([record, other]).events)).toEqual([
    expect.stringMatching(/usage \{"output":[79]/),
  ]);
});

const folders = Object.keys(captureFigures());

describe("captured telemetry", () => {
  it.each(folders)("%s loses no word when a record comes again and says otherwise", (folder) => {
    const records = capturedRecords(folder);
    const before = new Set(wordsOf(projectRecords(records).events));
    const record = records.find((one) => projectRecords([one]).calls.some(({ answer }) => answer));
    if (record === undefined) return;
    const [answer] = projectRecords([record]).calls.flatMap((call) => call.answer ?? []);
    const text = answer?.content ?? "";
    const inJson = json(text).slice(1, -1);
    const other = JSON.parse(json(record).replaceAll(inJson, `zzmark ${inJson}`)) as OtelRecord;
    const now = wordsOf(projectRecords([...records, other]).events);
    const lost = [...before].filter(
      (word) => !now.includes(word) && !now.some((one) => one.startsWith(word)),
    );
    expect(lost).toEqual([]);
  });
});

function wordsOf(events: readonly TraceEvent[]): string[] {
  const texts: string[] = [];
  json(events, (key, value: unknown) => {
    if (key === "content" && typeof value === "string") texts.push(value);
    return value;
  });
  return texts;
}
