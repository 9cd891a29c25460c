import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { chooseImporter } from "../choose";

async function read(content: string) {
  const file = await textFile("export.json", content);
  const { importer } = chooseImporter(file.sniff);
  if (importer === null) throw new Error("not recognised");
  const { sessions } = await runImporter(importer, [file]);
  const [session] = [...sessions.values()].map((events) => foldSession(events));
  return {
    format: importer.id,
    inputs: session?.turns.map(({ usage }) => usage?.input),
    notes: session?.meta.notes ?? [],
  };
}

/**
 * Calls of one client as [input, cached part]. The first does not tell what the input includes; the second
 * does.
 */
const CALLS = [
  [1_500, 1_300],
  [20, 2_800],
] as const;
const WHOLE = [2_800, 2_820];
const at = (no: number) => `2026-05-01T10:00:0${no}.000Z`;
const asked = (no: number) => [
  { role: "user", content: "Hi" },
  ...Array.from({ length: no }, () => ({ role: "assistant", content: "Hello" })),
];

describe("input totals that leave out what a cache had", () => {
  it("are read one way in a session of Langfuse, which says so", async () => {
    const observations = CALLS.map(([input, cached], no) => ({
      ...{
        id: `o${no}`,
        traceId: "t",
        type: "GENERATION",
        name: "chat",
        model: "claude-x",
        startTime: at(no),
      },
      ...{ input: asked(no), output: { role: "assistant", content: "Hello" } },
      usageDetails: { input, output: 5, cache_read_input_tokens: cached },
    }));
    const { inputs, notes } = await read(JSON.stringify({ trace: { id: "t" }, observations }));
    expect(inputs).toEqual(WHOLE);
    expect(notes.join()).toContain("leave out what was read from or written to a cache");
  });

  it("are read one way in a sample of Inspect", async () => {
    const events = CALLS.map(([input, cached], no) => ({
      ...{ event: "model", timestamp: at(no), model: "anthropic/claude-x", input: asked(no) },
      output: {
        choices: [{ message: { role: "assistant", content: "Hello" }, stop_reason: "stop" }],
        usage: { input_tokens: input, output_tokens: 5, input_tokens_cache_read: cached },
      },
    }));
    const sample = { id: 1, epoch: 1, input: "Hi", target: "", uuid: "u", messages: [], events };
    const log = { version: 2, status: "success", eval: { task: "t", model: "m" }, samples: [sample] };
    expect(await read(JSON.stringify(log))).toMatchObject({ format: "inspect_eval", inputs: WHOLE });
  });

  it("are Anthropic's own where a run of LangSmith has them", async () => {
    const runs = CALLS.map(([input, cached], no) => ({
      ...{ id: `r${no}`, trace_id: "t", run_type: "llm", start_time: at(no), end_time: at(no) },
      inputs: { messages: asked(no) },
      outputs: {
        choices: [{ message: { role: "assistant", content: "Hello" } }],
        usage: { input_tokens: input, output_tokens: 5, cache_read_input_tokens: cached },
      },
    }));
    const content = runs.map((run) => JSON.stringify(run)).join("\n");
    expect(await read(content)).toMatchObject({ format: "langsmith_runs", inputs: WHOLE });
  });

  const chat = (no: number, model: string, [input, cached]: readonly [number, number]) => ({
    model,
    choices: [{ message: { role: "assistant", content: "Hello" } }],
    usage: {
      prompt_tokens: input,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: cached },
    },
    created: 1_777_000_000 + no,
  });
  const CLAUDE = "anthropic/claude-sonnet-4.5";
  const callsOf = (model: string, calls: readonly (readonly [number, number])[] = CALLS) =>
    calls.map((call, no) => ({ model, messages: asked(no), response: chat(no, model, call) }));

  it.each([
    ["openai_request_log", callsOf(CLAUDE).map((call) => ({ ...call, metadata: { session_id: "s" } }))],
    [
      "chat_completions_log",
      callsOf(CLAUDE).flatMap(({ model, messages, response }) => [
        { type: "request", timestamp: at(1), request_params: { model, messages } },
        { type: "response", timestamp: at(2), response },
      ]),
    ],
  ])("are read one way in a session of %s", async (format, lines) => {
    const log = await read(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(log).toMatchObject({ format, inputs: WHOLE });
    expect(log.notes.join()).toContain("leave out what was read from or written to a cache");
  });

  it("are read one way in the trajectories of agents", async () => {
    const replies = callsOf(CLAUDE).flatMap(({ response }) => [
      { role: "assistant", content: "Hello", extra: { response } },
      { role: "user", content: "Go on" },
    ]);
    const messages = [{ role: "system", content: "Rules" }, { role: "user", content: "Hi" }, ...replies];
    const run = await read(JSON.stringify({ info: { model_stats: {}, exit_status: "Submitted" }, messages }));
    expect(run).toMatchObject({ format: "mini_swe_agent", inputs: WHOLE });
    const steps = CALLS.map(([prompt_tokens, cached_tokens], no) => ({
      ...{ step_id: no + 2, source: "agent", message: "Hello" },
      metrics: { prompt_tokens, completion_tokens: 5, cached_tokens },
    }));
    const trajectory = {
      ...{ schema_version: "ATIF-v1.2", session_id: "a", agent: { name: "x", version: "1" } },
      steps: [{ step_id: 1, source: "user", message: "Hi" }, ...steps],
    };
    expect(await read(JSON.stringify(trajectory))).toMatchObject({ format: "atif", inputs: WHOLE });
  });

  it("are those of one client only: a session may call two, and says how it read each", async () => {
    const lines = [
      ...callsOf(CLAUDE),
      ...callsOf("gpt-5", [
        [1_500, 1_300],
        [3_000, 2_900],
      ]),
    ].map((call) => JSON.stringify({ ...call, metadata: { session_id: "two" } }));
    const { inputs, notes } = await read(lines.join("\n"));
    expect(inputs).toEqual([...WHOLE, 1_500, 3_000]);
    expect(notes.join("\n")).toContain(`Input totals of ${CLAUDE} leave out`);
    expect(notes.join("\n")).toContain("Input totals of gpt-5 include");
  });

  it("are known where the total of input and output says so", async () => {
    const [call] = callsOf(CLAUDE, [[1_500, 1_300]]);
    const usage = { ...call?.response.usage, total_tokens: 1_500 + 5 + 1_300 };
    const line = { ...call, response: { ...call?.response, usage }, metadata: { session_id: "t" } };
    expect((await read(JSON.stringify(line))).inputs).toEqual([2_800]);
  });

  it("are not made of totals that include it", async () => {
    const observations = [[1_500, 1_300] as const, [3_000, 1_400] as const].map(([input, cached], no) => ({
      ...{ id: `o${no}`, traceId: "t", type: "GENERATION", name: "chat", model: "gpt-x", startTime: at(no) },
      ...{ input: asked(no), output: { role: "assistant", content: "Hello" } },
      usageDetails: { input, output: 5, input_cached_tokens: cached, total: input + 5 },
    }));
    expect((await read(JSON.stringify({ trace: { id: "t" }, observations }))).inputs).toEqual([1_500, 3_000]);
  });
});
