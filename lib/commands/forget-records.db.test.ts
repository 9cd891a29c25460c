import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { makePublicId, makeSessionKey } from "@/lib/db/session-id";
import { testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import type { TestSpan } from "@/lib/testing/otlp-bodies";
import { tracesJson } from "@/lib/testing/otlp-bodies";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { placeAtStream } from "@/lib/db/places";

testWorker();
const db = testDatabase();
const AT = Date.UTC(2026, 0, 1);
const STREAM_TABLES = ["raw_record", "raw_text", "stream_session", "stream_projection", "stream"];

async function send(spans: readonly TestSpan[]): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(tracesJson("app", spans));
  const response = await callRoute(endpointOf("POST", "/v1/traces"), {}, "", { headers, body });
  expect(response.status).toBe(200);
  await worked(db, DEFAULT_PROJECT);
}

async function remove(session: string): Promise<void> {
  const id = makePublicId(makeSessionKey(DEFAULT_PROJECT, session));
  const response = await callRoute(endpointOf("DELETE", "/api/v1/sessions/{id}"), { id });
  expect(await response.json()).toEqual({ deleted: 1 });
}

/** A call of a session. Its text is long enough to be stored separately from its record. */
function call(session: string, trace: string, id: string, extra: TestSpan["attributes"] = {}): TestSpan {
  const content = `${session} asks: ${"where is the order of last week? ".repeat(8)}`;
  const messages = JSON.stringify([{ role: "user", parts: [{ type: "text", content }] }]);
  const attributes = {
    "gen_ai.operation.name": "chat",
    "session.id": session,
    "gen_ai.input.messages": messages,
  };
  return { id, name: "chat", at: AT, trace, attributes: { ...attributes, ...extra } };
}

const aTrace = () => randomUUID().replaceAll("-", "");
const isThere = async (session: string) =>
  (await db.session.count({ where: { projectId: DEFAULT_PROJECT, externalId: session } })) === 1;

async function rowsOf(trace: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const key = makeSessionKey(DEFAULT_PROJECT, `stream\0trace:${trace}`);
  for (const table of STREAM_TABLES) {
    const [row] = await db.$queryRawUnsafe<{ n: number }[]>(
      (table.startsWith("raw_") ? placeAtStream : String)(
        `SELECT count(*)::int AS n FROM "${table}" WHERE stream_id = $1::uuid`,
      ),
      key,
    );
    found[table] = row?.n ?? 0;
  }
  return found;
}

describe("deleting a session that telemetry told of", () => {
  it("deletes the records, their texts, and the samples of warnings", async () => {
    const [session, trace] = [`sent-${randomUUID()}`, aTrace()];
    await send([call(session, trace, session, { "anthropic.content.truncated": true })]);
    expect(await isThere(session)).toBe(true);
    expect(Object.values(await rowsOf(trace)).every((n) => n > 0)).toBe(true);
    const samples = () =>
      db.ingestionWarning.count({
        where: { projectId: DEFAULT_PROJECT, sample: { path: ["traceId"], equals: trace } },
      });
    expect(await samples()).toBe(1);
    await remove(session);
    expect(Object.values(await rowsOf(trace))).toEqual(STREAM_TABLES.map(() => 0));
    expect(await samples()).toBe(0);
  });

  it("does not bring it back when more arrives of a trace that it shared with another", async () => {
    const [gone, kept, trace] = [`gone-${randomUUID()}`, `kept-${randomUUID()}`, aTrace()];
    await send([call(gone, trace, gone), call(kept, trace, kept)]);
    const before = await rowsOf(trace);
    expect(before).toMatchObject({ raw_record: 2, stream_session: 2, stream_projection: 2, stream: 1 });
    await remove(gone);
    expect(await rowsOf(trace)).toEqual({
      raw_record: 1,
      raw_text: (before.raw_text ?? 0) / 2,
      stream_session: 1,
      stream_projection: 1,
      stream: 1,
    });
    await send([{ ...call(kept, trace, "again"), at: AT + 1_000 }]);
    expect(await isThere(gone)).toBe(false);
    expect(await isThere(kept)).toBe(true);
    expect((await rowsOf(trace)).raw_record).toBe(2);
  });
});
