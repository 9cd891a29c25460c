import { describe, expect, it } from "vitest";
import type { ImportReportBody } from "@/lib/api/endpoints/import";
import { postImport } from "@/lib/api/endpoints/import";
import { foldSession } from "@/lib/core/trace/fold/fold";
import type { TraceEvent } from "@/lib/core/trace/event";
import { readLog } from "@/lib/db/log/read";
import { makeSessionKey } from "@/lib/db/session-id";
import { testDatabase } from "@/lib/testing/database";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { callRoute } from "@/lib/testing/routes";
import { testWorker } from "@/lib/testing/worker";

testWorker();
const db = testDatabase();

type Files = Readonly<Record<string, string>>;

async function send(files: Files): Promise<ImportReportBody> {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append("file", new Blob([content]), name);
  const answer = await callRoute(postImport, {}, "?name=folder", { body: form });
  const report = (await answer.json()) as ImportReportBody;
  expect([answer.status, report]).toEqual([200, expect.anything()]);
  return report;
}

async function sessionOf(report: ImportReportBody) {
  const [{ externalId } = { externalId: "" }] = report.sessions;
  const events: TraceEvent[] = [];
  for await (const chunk of readLog(db, makeSessionKey("default", externalId), externalId))
    for (const { event } of chunk.events) events.push(event);
  return foldSession(events);
}

async function storyOf(report: ImportReportBody): Promise<string> {
  return drawSession(await sessionOf(report));
}

const START_SECONDS = 1_770_000_000;

const user = (content: string) => ({ role: "user", content });
const said = (content: string) => ({ role: "assistant", content });

function history(turns: number, goal = "Injection the garden") {
  const later = Array.from({ length: turns }, (_, i) => [said(`answer ${i}`), user(`and then ${i}`)]);
  return [user(goal), ...later.flat()];
}

const request = (messages: object[], session: string) =>
  JSON.stringify({ model: "m", messages, metadata: { session_id: session } });
const log = (session: string, ...turns: number[]) =>
  turns.map((turn) => request(history(turn), session)).join("\n");

function span(turn: number, conversation = "garden", answer = `answer ${turn}`): object {
  const at = BigInt(START_SECONDS + turn) * BigInt(1_000_000_000);
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const messages = history(turn).map(({ role, content }) => ({ role, parts: [{ type: "text", content }] }));
  const written = [{ role: "assistant", parts: [{ type: "text", content: answer }] }];
  return {
    traceId: "a".repeat(32),
    spanId: `${conversation.length}${turn}`.padStart(16, "0"),
    name: "chat m",
    startTimeUnixNano: String(at),
    endTimeUnixNano: String(at + BigInt(1_000_000)),
    attributes: [
      text("gen_ai.operation.name", "chat"),
      text("gen_ai.conversation.id", conversation),
      text("gen_ai.request.model", "m"),
      text("gen_ai.input.messages", JSON.stringify(messages)),
      text("gen_ai.output.messages", JSON.stringify(written)),
    ],
  };
}

const otlp = (...spans: object[]) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

describe("two files of one conversation", () => {
  it.each<[string, Files, Files, Files]>([
    [
      "request logs",
      { "a.jsonl": log("split", 0, 1, 2) },
      { "b.jsonl": log("split", 3, 4) },
      { "whole.jsonl": log("split", 0, 1, 2, 3, 4) },
    ],
    [
      "telemetry",
      { "a.json": otlp(span(0), span(1)) },
      { "b.json": otlp(span(2), span(3), span(4)) },
      { "whole.json": otlp(span(1), span(2), span(2), span(3), span(4)) },
    ],
  ])("become one session with the calls of both: %s", async (_, first, second, whole) => {
    expect((await send(first)).sessions.map(({ turns }) => turns)).not.toEqual([5]);
    const joined = await send(second);
    expect(joined.sessions.map(({ turns }) => turns)).toEqual([5]);
    expect(joined.warnings.map(({ code }) => code)).toEqual(["session_joined"]);
    const story = await storyOf(joined);
    for (const files of [first, second, whole]) {
      const again = await send(files);
      expect([again.events.accepted, again.sessions.map(({ turns }) => turns)]).toEqual([0, [5]]);
    }
    expect(await storyOf(joined)).toBe(story);
  });

  it("says the same in whichever order they come", async () => {
    const [a, b] = [otlp(span(0, "x"), span(2, "x")), otlp(span(1, "x"), span(3, "x"))];
    await send({ "b.json": b });
    const session = await sessionOf(await send({ "a.json": a }));
    expect(session.turns.map(({ at }) => Number(at) / 1_000 - START_SECONDS)).toEqual([0, 1, 2, 3]);
    expect(session.gaps).toEqual([]);
    const written = session.turns.map(({ output }) => session.blocks[output[0] ?? -1]?.versions[0]?.text);
    expect(written).toEqual(["answer 0", "answer 1", "answer 2", "answer 3"]);
  });

  it("are one session when they lie in one folder", async () => {
    const report = await send({ "logs/1.jsonl": log("two", 0, 1), "logs/2.jsonl": log("two", 2, 3) });
    expect(report.sessions.map(({ turns }) => turns)).toEqual([4]);
    const telemetry = await send({
      "otel/1.json": otlp(span(0, "folder")),
      "otel/2.json": otlp(span(1, "folder")),
    });
    expect(telemetry.sessions.map(({ turns }) => turns)).toEqual([2]);
  });

  it("extend the session where the second is a longer export of it", async () => {
    await send({ "run.jsonl": log("longer", 0, 1) });
    const longer = await send({ "run.jsonl": log("longer", 0, 1, 2) });
    expect(longer.sessions.map(({ turns }) => turns)).toEqual([3]);
    expect(longer.warnings).toEqual([]);
    const later = await send({ "part.jsonl": log("longer", 1, 2, 3) });
    expect(later.sessions.map(({ turns }) => turns)).toEqual([4]);
    expect(await storyOf(later)).toBe(await storyOf(await send({ "z.jsonl": log("longer", 0, 1, 2, 3) })));
  });

  it("keep both words where they differ, and say so", async () => {
    const told = (answer: string) => otlp(span(0, "differ", answer), span(1, "differ"));
    await send({ "a.json": told("It is blue.") });
    const report = await send({ "b.json": told("It is green.") });
    expect(report.warnings.map(({ code, count }) => [code, count])).toEqual([["overlap_differs", 1]]);
    const session = await sessionOf(report);
    const texts = session.blocks.flatMap(({ versions }) => versions.map(({ text }) => text));
    expect(texts).toEqual(expect.arrayContaining(["It is blue.", "It is green."]));
    expect(session.turns).toHaveLength(2);
  });

  it("are one call where an event has the same id, turn and time, and says something else", async () => {
    const event = (content: string) =>
      JSON.stringify({
        id: "turn-0",
        session: "events-differ",
        at: "2026-11-23T10:00:00Z",
        type: "turn.recorded",
        turn: 0,
        window: { entries: [{ id: "goal", kind: "user_goal", content }] },
      });
    await send({ "a.ndjson": event("Water it daily.") });
    const report = await send({ "b.ndjson": event("Water it weekly.") });
    expect(report.warnings.map(({ code, count }) => [code, count])).toEqual([["overlap_differs", 1]]);
    const session = await sessionOf(report);
    const texts = session.blocks.flatMap(({ versions }) => versions.map(({ text }) => text));
    expect(texts).toEqual(expect.arrayContaining(["Water it daily.", "Water it weekly."]));
    expect(session.turns).toHaveLength(1);
  });

  it("are two sessions where only their names are alike", async () => {
    const call = (answer: string) =>
      JSON.stringify({
        messages: history(0, "Same task"),
        timestamp: 1_757_015_025 + answer.length,
        latency_sec: 1,
        response: {
          model: "m",
          choices: [{ message: said(answer) }],
          usage: { prompt_tokens: 9, completion_tokens: 2 },
        },
      });
    await send({ "one/llm/model-1757015025.1.json": call("first run") });
    const report = await send({ "two/llm/model-1757015029.1.json": call("the second run") });
    expect(report.sessions.map(({ turns }) => turns)).toEqual([1]);
    const again = await send({ "one/llm/model-1757015025.1.json": call("first run") });
    expect(again.events.accepted).toBe(0);
    expect(again.sessions.map(({ id }) => id)).not.toEqual(report.sessions.map(({ id }) => id));
  });
});
