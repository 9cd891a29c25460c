import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import type { Session } from "@/lib/core/trace/session";
import type { TraceEvent } from "@/lib/core/trace/event";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { sampleText } from "@/lib/testing/samples";
import { chooseImporter } from "./choose";

interface Read {
  readonly format: string;
  readonly sessions: Session[];
  readonly events: TraceEvent[][];
  readonly warnings: ReadonlyMap<string, number>;
}

async function read(name: string, content: unknown): Promise<Read> {
  const file = await textFile(name, typeof content === "string" ? content : JSON.stringify(content));
  const choice = chooseImporter(file.sniff);
  if (choice.importer === null) throw new Error(choice.reason);
  const { sessions, warnings } = await runImporter(choice.importer, [file]);
  const events = [...sessions.values()];
  return { format: choice.importer.id, sessions: events.map((own) => foldSession(own)), events, warnings };
}

const MESSAGES = [
  { role: "user", content: "Hi" },
  { role: "assistant", content: "Hello" },
];

describe("keys that are not known", () => {
  it("are kept where they are short, and named as passed over where they are not", async () => {
    const run = { messages: MESSAGES, test_result: "passed", score: 1, history: [{ x: 1 }] };
    const { format, events, warnings } = await read("runs.json", [run]);
    expect(format).toBe("openai_messages");
    expect(events[0]?.[0]).toMatchObject({ attributes: { test_result: "passed", score: 1 } });
    expect([...warnings]).toEqual([["unknown_key:history", 1]]);
  });

  it("do not refuse message lists because another format has keys of that name", async () => {
    const runs = [{ messages: MESSAGES, response: "Hello", uuid: "u", eval: "passed" }];
    const { format, sessions } = await read("runs.json", runs);
    expect([format, sessions[0]?.turns.length]).toEqual(["openai_messages", 1]);
  });

  it("do not hide that a line of a request log has its response beside it", async () => {
    const line = {
      model: "m",
      messages: MESSAGES.slice(0, 1),
      metadata: { session_id: "s" },
      response: { choices: [{ message: MESSAGES[1] }], usage: { prompt_tokens: 7, completion_tokens: 2 } },
    };
    const { sessions } = await read("log.jsonl", `${JSON.stringify(line)}\n{"model":"m"}`);
    expect(sessions[0]?.turns.map(({ usage, output }) => [usage?.input, output.length])).toEqual([[7, 1]]);
  });

  it("are named with what was expected where a file is refused", async () => {
    const file = await textFile("a.json", JSON.stringify({ info: { exit_status: "x" }, messages: MESSAGES }));
    const choice = chooseImporter(file.sniff);
    expect(choice).toMatchObject({
      importer: null,
      nearly: { importer: { id: "mini_swe_agent" }, difference: "has no field model_stats in its info" },
    });
  });

  it("are no hindrance where the format is named", async () => {
    const file = await textFile("a.json", JSON.stringify({ info: {}, messages: MESSAGES }));
    expect(chooseImporter(file.sniff, "mini_swe_agent")).toMatchObject({
      importer: { id: "mini_swe_agent" },
    });
  });
});

const SPAN = {
  "gen_ai.operation.name": "chat",
  "gen_ai.conversation.id": "s",
  "gen_ai.usage.input_tokens": 12,
  "gen_ai.input.messages": JSON.stringify([{ role: "user", parts: [{ type: "text", content: "Hi" }] }]),
  "gen_ai.output.messages": JSON.stringify([
    { role: "assistant", parts: [{ type: "text", content: "Hello" }] },
  ]),
};

describe("spans that a store or an SDK dumped", () => {
  it.each<[string, object]>([
    [
      "a row of a store",
      {
        ...{ id: "b".repeat(16), traceId: "a".repeat(32), parentSpanId: null, name: "chat", kind: 2 },
        ...{ attributes: JSON.stringify(SPAN), status: '{"code":0}', events: "[]" },
        ...{ startTime: 1_770_000_000_000_000, endTime: 1_770_000_000_500_000 },
      },
    ],
    [
      "Python's console",
      {
        ...{ name: "chat", context: { trace_id: `0x${"a".repeat(32)}`, span_id: `0x${"b".repeat(16)}` } },
        ...{ parent_id: null, attributes: SPAN, status: { status_code: "UNSET" }, events: [] },
        ...{ start_time: "2026-02-02T02:40:00.000000Z", end_time: "2026-02-02T02:40:00.500000Z" },
      },
    ],
  ])("are read without a spanContext: %s", async (_, span) => {
    const { format, sessions } = await read("spans.json", [span]);
    expect(format).toBe("otel_sdk_spans");
    expect(
      sessions.map(({ meta, turns }) => [meta.externalId, turns[0]?.at, turns[0]?.usage?.input]),
    ).toEqual([["s", 1_770_000_000_000, 12]]);
  });
});

describe("an Inspect log without events", () => {
  it("is a session whose turns are inferred from its messages, and says so", async () => {
    const log = JSON.parse(sampleText("inspect-log.json")) as { samples: Record<string, unknown>[] };
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Read a.txt" },
      {
        role: "assistant",
        content: "",
        tool_calls: [{ id: "c1", function: "read", arguments: { path: "a.txt" } }],
      },
      { role: "tool", tool_call_id: "c1", function: "read", content: "words" },
      { role: "assistant", content: "It has words." },
    ];
    log.samples = log.samples.slice(0, 1).map((sample) => ({ ...sample, events: [], messages }));
    const { sessions } = await read("log.json", log);
    const [session] = sessions;
    expect(sessions).toHaveLength(1);
    expect(
      session?.turns.map(({ window, windowProvenance, toolCalls }) => [
        windowProvenance,
        window.entries,
        toolCalls,
      ]),
    ).toEqual([
      ["inferred", 2, 1],
      ["inferred", 4, 0],
    ]);
    expect(session?.meta.notes[0]).toContain("turns are inferred");
  });
});
