import { describe, expect, it } from "vitest";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { readFullText } from "@/lib/core/trace/fold/recording";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { langfuse } from ".";

interface Shown {
  readonly type?: "GENERATION" | "TOOL" | "SPAN";
  readonly name?: string;
  readonly parent?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly usage?: Record<string, number>;
}

async function imported(...shown: readonly Shown[]) {
  const stored = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value ?? null));
  const observations = shown.map(
    ({ type = "GENERATION", name = "chat", parent, input, output, usage }, i) => ({
      id: `o${i}`,
      traceId: "t",
      parentObservationId: parent ?? null,
      type,
      name,
      startTime: new Date(Date.UTC(2026, 0, 5, 10, 0, i)).toISOString(),
      endTime: new Date(Date.UTC(2026, 0, 5, 10, 0, i, 500)).toISOString(),
      input: input === undefined ? null : stored(input),
      output: output === undefined ? null : stored(output),
      usageDetails: usage ?? {},
      model: "lab-3",
    }),
  );
  const file = await textFile("trace.json", JSON.stringify({ trace: { id: "t" }, observations }));
  const { sessions, warnings } = await runImporter(langfuse, [file]);
  const [recording] = [...sessions.values()].map((events) => foldRecording(events));
  if (recording === undefined) throw new Error("a session was expected");
  return { recording, sessions: sessions.size, warnings: Object.fromEntries(warnings) };
}

function windowOf(recording: Recording, turn: number): string[] {
  const { session } = recording;
  return session.residencies
    .filter(({ from, to }) => from <= turn && (to === null || to >= turn))
    .sort((a, b) => a.rank - b.rank)
    .flatMap(({ block: number }) => {
      const block = session.blocks[number];
      if (block === undefined) return [];
      return [
        `${[block.kind, block.toolName].filter(Boolean).join(" ")}: ${readFullText(recording, block) ?? ""}`,
      ];
    });
}

const QUESTION = { role: "user", content: "Is it warm in Bern?" };

describe("Langfuse traces of frameworks", () => {
  it("have instructions and tools in the response, and calls and results as items: OpenAI Agents", async () => {
    const call = { type: "function_call", call_id: "c1", name: "weather", arguments: '{"city":"Bern"}' };
    const response = (output: unknown) => ({
      object: "response",
      instructions: "Be brief.",
      tools: [{ type: "function", name: "weather" }],
      output: [output],
    });
    const said = {
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: "21 degrees." }],
    };
    const { recording } = await imported(
      { input: [QUESTION], output: response(call), usage: { input: 50, output: 9, total: 59 } },
      { type: "TOOL", name: "weather", input: { city: "Bern" }, output: "21" },
      {
        input: [QUESTION, call, { type: "function_call_output", call_id: "c1", output: "21" }],
        output: response(said),
        usage: { input: 70, output: 5, total: 75 },
      },
    );
    expect(windowOf(recording, 1)).toEqual([
      'tool_schemas weather: {"type":"function","name":"weather"}',
      "system_rules: Be brief.",
      "user_goal: Is it warm in Bern?",
      'tool_call weather: {"city":"Bern"}',
      "tool_result weather: 21",
    ]);
    const { session } = recording;
    expect([session.toolCalls, session.evictions.length]).toEqual([1, 0]);
    expect(session.blocks.some((block) => readFullText(recording, block) === "21 degrees.")).toBe(true);
  });

  it("do not take the events of a framework for calls, and tell how many there were", async () => {
    const { recording, warnings } = await imported(
      { name: "chat.start", input: [QUESTION], usage: { input: 9, total: 9 } },
      { name: "chat.success" },
      { name: "chat.finish" },
    );
    expect(recording.session.turns).toHaveLength(1);
    expect(warnings).toEqual({ framework_events: 2 });
  });

  it("keep calls that say nothing where no call of the trace does", async () => {
    const { recording, warnings } = await imported({}, {});
    expect([recording.session.turns.length, warnings]).toEqual([2, {}]);
  });

  it("read results that a harness wrote behind the model's own call: BeeAI", async () => {
    const rules =
      "Answer in lines.\nFunction Name: a name\nFunction Input: JSON\nFunction Output: the result";
    const system = { role: "system", content: rules };
    const step = 'Thought: look\nFunction Name: weather\nFunction Input: {"city":"Bern"}';
    const { recording } = await imported(
      { input: [system, QUESTION] },
      {
        input: [
          system,
          QUESTION,
          { role: "assistant", content: `${step}\nFunction Output: 21` },
          { role: "assistant", content: `${step.replace("Bern", "Rome")}\nFunction Output: 30\nwindy` },
        ],
      },
    );
    expect(windowOf(recording, 1).slice(2)).toEqual([
      'assistant_text: Thought: look\nFunction Name: weather\nFunction Input: {"city":"Bern"}',
      'tool_call weather: {"city":"Bern"}',
      "tool_result weather: Function Output: 21",
      'assistant_text: Thought: look\nFunction Name: weather\nFunction Input: {"city":"Rome"}',
      'tool_call weather: {"city":"Rome"}',
      "tool_result weather: Function Output: 30\nwindy",
    ]);
    expect(recording.session.toolCalls).toBe(2);
  });

  it.each([
    ["all of it", 2_000, true],
    ["its content only", 120, false],
  ])(
    "have the result of an MCP tool as the window's growth says it was sent: %s",
    async (_, after, isWhole) => {
      const content = [{ type: "text", text: "short" }];
      const { recording } = await imported(
        {
          input: [QUESTION],
          output: { role: "assistant", content: "I look." },
          usage: { input: 100, output: 10, total: 110 },
        },
        {
          type: "TOOL",
          name: "ai.toolCall",
          input: {},
          output: { _meta: { raw: "x".repeat(7_000) }, content },
        },
        { usage: { input: after, output: 1, total: after + 1 }, output: "Done." },
      );
      const [result] = windowOf(recording, 1).filter((text) => text.startsWith("tool_result"));
      expect((result ?? "").includes("_meta")).toBe(isWhole);
      expect(result).toContain("short");
    },
  );

  it("count what else a result says where the messages show that it was sent", async () => {
    const output = {
      type: "json",
      value: { content: [{ type: "text", text: "a" }], structuredContent: { b: 1 } },
    };
    const { recording } = await imported({
      input: [
        QUESTION,
        { role: "assistant", content: [{ type: "tool-call", toolCallId: "c", toolName: "look", input: {} }] },
        { role: "tool", content: [{ type: "tool-result", toolCallId: "c", toolName: "look", output }] },
      ],
    });
    expect(windowOf(recording, 0).at(-1)).toBe(
      'tool_result look: {"content":[{"type":"text","text":"a"}],"structuredContent":{"b":1}}',
    );
  });

  it("go on from the call before where only the new results are shown: Microsoft's agent framework", async () => {
    const parts = [{ type: "tool_call", id: "c1", name: "weather", arguments: "{}" }];
    const response = [{ type: "tool_call_response", id: "c1", response: "21" }];
    const { recording } = await imported(
      { input: [QUESTION], output: [{ role: "assistant", parts }] },
      { type: "TOOL", name: "weather", input: {}, output: "21" },
      { input: [{ role: "tool", parts: response }], output: "Warm." },
    );
    expect(windowOf(recording, 1)).toEqual([
      "user_goal: Is it warm in Bern?",
      "tool_call weather: {}",
      "tool_result weather: 21",
    ]);
    expect(recording.session.turns.map(({ windowProvenance }) => windowProvenance)).toEqual([
      "measured",
      "inferred",
    ]);
  });

  it("read calls that stand as JSON text in a message, and prompts that are one text", async () => {
    const call = { type: "function", id: "c1", function: { name: "weather", arguments: "{}" } };
    const asText = { role: "assistant", content: JSON.stringify([call]) };
    const { recording } = await imported({
      input: [QUESTION, asText, { role: "tool", content: "21" }],
      output: "Warm.",
    });
    expect(windowOf(recording, 0).slice(1)).toEqual(["tool_call weather: {}", "tool_result weather: 21"]);
    const flat = await imported(
      { input: "developer: Be brief.\nuser: Is it warm?", output: "None" },
      { input: "developer: Be brief.\nuser: Is it warm?\nassistant: None\ntool: 21", output: "Yes." },
    );
    expect(flat.sessions).toBe(1);
    expect(windowOf(flat.recording, 1)).toEqual([
      "system_rules: Be brief.",
      "user_goal: Is it warm?",
      "tool_result: 21",
    ]);
  });

  it("take definitions among the messages for tools, and calls where LangChain's handler leaves them", async () => {
    const definition = { type: "function", function: { name: "weather", parameters: {} } };
    const asked = { tool_calls: [{ id: "c1", function: { name: "weather", arguments: "{}" } }] };
    const { recording } = await imported({
      input: [QUESTION, { role: "tool", content: definition }],
      output: { role: "assistant", content: "", additional_kwargs: asked },
    });
    expect(windowOf(recording, 0).map((text) => text.split(":")[0])).toEqual([
      "tool_schemas weather",
      "user_goal",
    ]);
    expect(recording.session.toolCalls).toBe(1);
  });

  it("take a list of calls as the content of a message for the calls: Koog", async () => {
    const calls = [
      { id: "c1", type: "function", function: { name: "weather", arguments: { city: "Bern" } } },
    ];
    const { recording } = await imported({
      input: [QUESTION],
      output: [{ role: "assistant", content: calls }],
    });
    expect(recording.session.toolCalls).toBe(1);
  });

  it("read requests of Gemini's API as Python writes them: Google's agent kit", async () => {
    const config = { system_instruction: "Greet.", tools: [{ function_declarations: [{ name: "hello" }] }] };
    const contents = [
      { role: "user", parts: [{ text: "hi" }] },
      { role: "model", parts: [{ function_call: { name: "hello", args: {} } }] },
      { role: "user", parts: [{ function_response: { name: "hello", response: { said: "Hello" } } }] },
    ];
    const output = { content: { role: "model", parts: [{ text: "Hello!" }] }, finish_reason: "STOP" };
    const { recording } = await imported({ input: { model: "g", config, contents }, output });
    expect(windowOf(recording, 0)).toEqual([
      'tool_schemas hello: {"name":"hello"}',
      "system_rules: Greet.",
      "user_goal: hi",
      "tool_call hello: {}",
      'tool_result hello: {"said":"Hello"}',
    ]);
  });
});
