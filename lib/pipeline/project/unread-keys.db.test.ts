import { describe, expect, it } from "vitest";
import { listIngestionWarnings } from "@/lib/queries/ingestion/list-ingestion-warnings";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { tracesJson } from "@/lib/testing/otlp-bodies";
import { testWorker, worked } from "@/lib/testing/worker";
import { ingestModelCalls } from "../receive/telemetry/model-calls";
import { receiveOtlp } from "../receive/otlp/receive";

testWorker();
const db = testDatabase();

async function unknownKeys(project: string): Promise<string[]> {
  await worked(db, project);
  const { warnings } = await listIngestionWarnings(db, project);
  return warnings
    .filter(({ code }) => code === "unknown_key")
    .map(({ source, count }) => `${source} ${count}`)
    .sort();
}

const USER = { role: "user", content: "Where is order 7?" };
const NOTED = { ...USER, zz_note: { words: "urgent" } };

describe("a key of a message that nobody knows", () => {
  it.each<[string, object, object]>([
    [
      "openai.chat",
      { messages: [USER] },
      { choices: [{ message: { role: "assistant", content: "Here.", zz_note: 1 } }] },
    ],
    ["openai.chat", { messages: [NOTED] }, {}],
    ["anthropic", { messages: [NOTED] }, {}],
    ["anthropic", { messages: [USER] }, { content: [{ type: "text", text: "Here.", zz_note: 1 }] }],
    ["openai.responses", { input: [NOTED] }, {}],
    [
      "openai.responses",
      { input: [USER] },
      { output: [{ type: "message", role: "assistant", content: [], zz_note: 1 }] },
    ],
    ["gemini", { contents: [{ role: "user", parts: [{ text: "Where?" }], zz_note: 1 }] }, {}],
    [
      "gemini",
      { contents: [] },
      { candidates: [{ content: { role: "model", parts: [{ text: "Here.", zz_note: 1 }] } }] },
    ],
  ])("of a call of %s becomes a warning of the project: %j %j", async (api, request, response) => {
    const project = freshProject();
    const value = {
      session: "s",
      api,
      request: { model: "m", ...request },
      response: { id: "r1", ...response },
    };
    expect(await ingestModelCalls(db, project, [{ value }])).toMatchObject({ accepted: 1 });
    expect(await unknownKeys(project)).toEqual([expect.stringMatching(/^\S.*: \S*zz_note 1$/)]);
  });

  it("of a span, and of a context event, becomes one too, counted once for each call", async () => {
    const project = freshProject();
    const messages = JSON.stringify([
      { role: "user", parts: [{ type: "text", content: "Where?", zz_part: 1 }], zz_note: 1 },
    ]);
    const chat = (id: string, at: number) => ({
      ...{ id, name: "chat m", at },
      attributes: {
        ...{
          "gen_ai.operation.name": "chat",
          "gen_ai.conversation.id": "s",
          "gen_ai.input.messages": messages,
        },
        "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts: [], zz_answer: 1 }]),
      },
      events: [{ name: "ctx.eviction", attributes: { toolCallId: "c1", tokenFreed: 9, "session.id": "s" } }],
    });
    const body = JSON.stringify(
      tracesJson("agent", [chat("one", 1_770_000_000_000), chat("two", 1_770_000_001_000)]),
    );
    const request = new Request("http://127.0.0.1/v1/traces", { method: "POST", body });
    expect((await receiveOtlp(db, project, request, "traces", "json")).status).toBe(200);
    expect(await unknownKeys(project)).toEqual([
      "OpenTelemetry GenAI conventions: parts.zz_part 2",
      "OpenTelemetry GenAI conventions: zz_answer 2",
      "OpenTelemetry GenAI conventions: zz_note 2",
      "ctx.eviction: tokenFreed 2",
    ]);
  });

  it("is not found in what clients really send", async () => {
    const project = freshProject();
    const value = {
      session: "s",
      request: {
        model: "m",
        system: "Be brief.",
        messages: [{ ...USER, content: [{ type: "text", text: "Hi" }] }],
      },
      response: {
        id: "r1",
        type: "message",
        role: "assistant",
        content: [{ type: "text", text: "Hi", citations: null }],
      },
    };
    await ingestModelCalls(db, project, [{ value }]);
    expect(await unknownKeys(project)).toEqual([]);
  });
});
