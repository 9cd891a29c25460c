import { describe, expect, it } from "vitest";
import { makeSessionKey } from "@/lib/db/session-id";
import { deriveSession } from "../../derive/derive-session";
import { getSession } from "@/lib/queries/session/get-session";
import { getWindow } from "@/lib/queries/turn/get-window";
import { listEvictions } from "@/lib/queries/session/list-evictions";
import { listIngestionWarnings } from "@/lib/queries/ingestion/list-ingestion-warnings";
import { capturedCalls } from "@/lib/testing/captures";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { ingestModelCalls } from "./model-calls";

testWorker();
const db = testDatabase();
const WHOLE = { content: "1", order: "window", offset: 0, limit: 1_000 } as const;
const items = (calls: readonly unknown[]) => calls.map((value) => ({ value }));
const system = "Never refund shipped orders.";

function chatCall(n: number, fields: object = {}) {
  const history = Array.from({ length: n }, (_, i) => [
    { role: "user", content: `Question ${i}` },
    ...(i < n - 1 ? [{ role: "assistant", content: `Answer ${i}` }] : []),
  ]).flat();
  return {
    session: "chat",
    at: `2026-01-01T00:00:0${n}.000Z`,
    request: { model: "gpt-5-mini", messages: [{ role: "system", content: system }, ...history] },
    response: {
      id: `chatcmpl-${n}`,
      model: "gpt-5-mini",
      choices: [{ message: { role: "assistant", content: `Answer ${n - 1}` }, finish_reason: "stop" }],
      usage: { prompt_tokens: 10 * n, completion_tokens: 3 },
    },
    ...fields,
  };
}

describe("ingestModelCalls", () => {
  it("makes one session of cumulative requests, and knows a call that comes again", async () => {
    const project = freshProject();
    const calls = items([chatCall(1), chatCall(2), chatCall(3)]);
    expect(await ingestModelCalls(db, project, calls)).toMatchObject({
      accepted: 3,
      duplicates: 0,
      rejected: [],
    });
    expect(await ingestModelCalls(db, project, calls)).toMatchObject({ accepted: 0, duplicates: 3 });
    await worked(db, project);
    const session = await getSession(db, project, "chat");
    expect(session.counts).toMatchObject({ turns: 3, evictions: 0 });
    const window = await getWindow(db, project, session.id, 2, WHOLE);
    expect(window.entries.map((entry) => entry.content)).toEqual([
      system,
      "Question 0",
      "Answer 0",
      "Question 1",
      "Answer 1",
      "Question 2",
    ]);
  });

  it("keeps both words of a call that comes again and says otherwise, and says so", async () => {
    const project = freshProject();
    const answer = (content: string) => ({ role: "assistant", content });
    const saying = (content: string) =>
      chatCall(2, { response: { id: "chatcmpl-2", choices: [{ message: answer(content) }] } });
    const send = async (...calls: object[]) => {
      const report = await ingestModelCalls(db, project, items(calls));
      await worked(db, project);
      return [
        report.accepted,
        report.duplicates,
        report.warnings.map(({ index, code }) => `${index} ${code}`),
      ];
    };
    expect(await send(chatCall(1), saying("It is"))).toEqual([2, 0, []]);
    expect(await send(saying("It is"), saying("It is blue."), saying("It is"))).toEqual([1, 2, []]);
    expect(await send(chatCall(1), saying("It is green."))).toEqual([1, 1, ["1 call_differs"]]);
    expect(await send(saying("It is green."), saying("It is blue."))).toEqual([0, 2, []]);
    expect(await send(chatCall(3))).toEqual([1, 0, []]);
    const session = await getSession(db, project, "chat");
    expect(session.counts.turns).toBe(3);
    const key = makeSessionKey(project, "chat");
    const blocks = await db.block.findMany({ where: { sessionId: key } });
    expect(blocks.map(({ text }) => text)).toEqual(expect.arrayContaining(["It is blue.", "It is green."]));
    expect(blocks.map(({ text }) => text)).not.toContain("It is");
    const { warnings } = await listIngestionWarnings(db, project);
    expect(warnings).toMatchObject([{ code: "call_differs", count: 1 }]);
  });

  it("puts a call that comes late where it belongs", async () => {
    const project = freshProject();
    await ingestModelCalls(db, project, items([chatCall(3), chatCall(1)]));
    await ingestModelCalls(db, project, items([chatCall(2)]));
    await worked(db, project);
    const session = await getSession(db, project, "chat");
    expect(session.counts.turns).toBe(3);
    const windows = await Promise.all(
      [0, 1, 2].map((turn) => getWindow(db, project, session.id, turn, WHOLE)),
    );
    expect(windows.map((window) => window.entries.length)).toEqual([2, 4, 6]);
  });

  it("reads streamed responses of each API", async () => {
    const project = freshProject();
    const lines = (events: readonly object[]) =>
      events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
    const anthropic = lines([
      {
        type: "message_start",
        message: {
          id: "msg_1",
          role: "assistant",
          model: "claude-x",
          content: [],
          usage: { input_tokens: 9 },
        },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "It is " } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "pending." } },
      {
        type: "content_block_start",
        index: 1,
        content_block: { type: "tool_use", id: "c1", name: "get", input: {} },
      },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"id":' } },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "7}" } },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 5 } },
    ]);
    const chat = lines([
      { id: "c", model: "gpt-x", choices: [{ delta: { role: "assistant", content: "Hel" } }] },
      { id: "c", model: "gpt-x", choices: [{ delta: { content: "lo" }, finish_reason: "stop" }] },
      { id: "c", model: "gpt-x", choices: [], usage: { prompt_tokens: 4, completion_tokens: 2 } },
    ]);
    const responses = lines([
      { type: "response.created", response: { id: "resp_1" } },
      {
        type: "response.completed",
        response: {
          id: "resp_1",
          object: "response",
          output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Yes." }] }],
          usage: { input_tokens: 6, output_tokens: 1 },
        },
      },
    ]);
    const messages = [{ role: "user", content: "Where is my order?" }];
    const report = await ingestModelCalls(
      db,
      project,
      items([
        { session: "a", provider: "anthropic", request: { messages, stream: true }, response: anthropic },
        { session: "b", request: { model: "gpt-x", messages }, response: chat },
        { session: "c", request: { model: "gpt-x", input: "Is it late?" }, response: responses },
      ]),
    );
    expect(report).toMatchObject({ accepted: 3, rejected: [] });
    await worked(db, project);
    const shown = await Promise.all(
      ["a", "b", "c"].map(async (id) => {
        await deriveSession(db, makeSessionKey(project, id));
        const turn = await db.turn.findFirstOrThrow({ where: { sessionId: makeSessionKey(project, id) } });
        const blocks = await db.block.findMany({
          where: { sessionId: makeSessionKey(project, id), createdTurn: 0 },
          orderBy: { no: "asc" },
        });
        return [turn.input, turn.output, ...blocks.map((block) => block.text)];
      }),
    );
    expect(shown).toEqual([
      [9, 5, "It is pending.", '{"id":7}'],
      [4, 2, "Hello"],
      [6, 1, "Yes."],
    ]);
  });

  it("names what it cannot take, with the field", async () => {
    const report = await ingestModelCalls(db, freshProject(), [
      { value: { session: "x" } },
      { value: { session: "x", request: { prompt: "?" } } },
      { broken: "the line is not JSON" },
    ]);
    expect(report.accepted).toBe(0);
    expect(report.rejected.map(({ index, path, code }) => [index, path, code])).toEqual([
      [0, "request", "invalid_type"],
      [1, "request", "unknown_api"],
      [2, "", "invalid_json"],
    ]);
  });

  it("takes what a proxy recorded as it is, call by call", async () => {
    const project = freshProject();
    for (const call of capturedCalls("raw-anthropic-messages"))
      await ingestModelCalls(db, project, [{ value: call }]);
    await worked(db, project);
    const session = await db.session.findFirstOrThrow({ where: { projectId: project } });
    expect(session.externalId).toMatch(/^trace:/);
    await deriveSession(db, session.sessionId);
    const evictions = await listEvictions(db, project, session.externalId, { limit: 50, offset: 0 });
    expect(evictions.evictions.map(({ turn }) => turn)).toEqual([9, 9, 9, 9, 9, 9, 10, 11, 12]);
    expect(evictions.evictions[0]?.cause).toMatchObject({
      policy: "clear_tool_uses_20250919",
      provenance: "inferred",
    });
    await expect
      .poll(async () => (await listIngestionWarnings(db, project)).clients)
      .toMatchObject([{ dialect: "raw_call", calls: 13 }]);
  });
});
