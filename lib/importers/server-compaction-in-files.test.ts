import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { chooseImporter } from "./choose";

const SUMMARY = "The shop charges the sum of its prices. Next: write the invoice.";
const LONG = "price list\n".repeat(200);
const compaction = { type: "compaction", content: SUMMARY };

const CALLS = [
  {
    messages: [
      { role: "user", content: `What does the shop charge?\n${LONG}` },
      { role: "assistant", content: [{ type: "text", text: "I look." }] },
      { role: "user", content: "And with tax?" },
    ],
    answer: { role: "assistant", content: [compaction, { type: "text", text: "The sum." }] },
  },
  {
    messages: [
      { role: "assistant", content: [compaction, { type: "text", text: "The sum." }] },
      { role: "user", content: "Write the invoice." },
    ],
    answer: { role: "assistant", content: [{ type: "text", text: "Done." }] },
  },
];

const at = (no: number) => `2026-05-01T10:00:0${no}.000Z`;
const bodyOf = (no: number) => ({
  id: `msg_${no}`,
  type: "message",
  model: "claude-x",
  ...CALLS[no]?.answer,
  usage: { input_tokens: 900, output_tokens: 9 },
});

const FILES: Readonly<Record<string, string>> = {
  langfuse_trace: JSON.stringify({
    trace: { id: "t" },
    observations: CALLS.map(({ messages, answer }, no) => ({
      ...{ id: `o${no}`, traceId: "t", type: "GENERATION", name: "chat", startTime: at(no) },
      ...{ input: messages, output: answer },
    })),
  }),
  langsmith_runs: CALLS.map(({ messages, answer }, no) =>
    JSON.stringify({
      ...{ id: `r${no}`, trace_id: "t", run_type: "llm", start_time: at(no), end_time: at(no) },
      ...{ inputs: { messages }, outputs: { choices: [{ message: answer }] } },
    }),
  ).join("\n"),
  inspect_eval: JSON.stringify({
    ...{ version: 2, status: "success", eval: { task: "t", model: "m" } },
    samples: [
      {
        ...{ id: 1, epoch: 1, input: "q", target: "", uuid: "u", messages: [] },
        events: CALLS.map(({ messages, answer }, no) => ({
          ...{ event: "model", timestamp: at(no), model: "m", input: messages },
          output: { choices: [{ message: answer, stop_reason: "stop" }] },
        })),
      },
    ],
  }),
  recorded_http: JSON.stringify({
    interactions: CALLS.map(({ messages }, no) => ({
      request: { uri: "https://api.anthropic.com/v1/messages", body: { model: "claude-x", messages } },
      response: { body: bodyOf(no) },
    })),
  }),
  otlp: JSON.stringify({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: CALLS.map(({ messages, answer }, no) => ({
              ...{ traceId: "c".repeat(32), spanId: String(no + 1).padStart(16, "0"), name: "chat" },
              startTimeUnixNano: String(BigInt(Date.parse(at(no))) * BigInt(1_000_000)),
              endTimeUnixNano: String(BigInt(Date.parse(at(no)) + 500) * BigInt(1_000_000)),
              attributes: Object.entries({
                "gen_ai.operation.name": "chat",
                "gen_ai.input.messages": JSON.stringify(messages),
                "gen_ai.output.messages": JSON.stringify([answer]),
              }).map(([key, stringValue]) => ({ key, value: { stringValue } })),
            })),
          },
        ],
      },
    ],
  }),
};

describe("a conversation that its provider compacted", () => {
  it.each(Object.keys(FILES))("goes on as one session with what left it: %s", async (format) => {
    const file = await textFile("export.json", FILES[format] ?? "");
    const { importer } = chooseImporter(file.sniff);
    if (importer === null) throw new Error(`${format} is not recognised`);
    expect(importer.id).toBe(format);
    const sessions = [...(await runImporter(importer, [file])).sessions.values()].map((events) =>
      foldSession(events),
    );
    expect(sessions.map(({ turns }) => turns.length)).toEqual([2]);
    const [session] = sessions;
    expect(session?.compactions.length).toBe(1);
    expect(session?.evictions.length).toBeGreaterThan(0);
    expect(session?.evictions.every(({ turn }) => turn === 1)).toBe(true);
    const summary = session?.blocks.find(({ kind }) => kind === "compaction_summary");
    expect(summary?.versions[0]?.text).toBe(SUMMARY);
  });
});
