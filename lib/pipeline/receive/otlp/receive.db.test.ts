import { createHash } from "node:crypto";
import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { postTraces } from "@/lib/api/endpoints/otlp";
import { openDatabase } from "@/lib/db/client";
import type { Database } from "@/lib/db/client";
import { listIngestionWarnings } from "@/lib/queries/ingestion/list-ingestion-warnings";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { logsJson, protobufOf, tracesJson } from "@/lib/testing/otlp-bodies";
import type { TestSpan } from "@/lib/testing/otlp-bodies";
import { readWireFields } from "../../records/wire-reader";
import { serveOtlp } from "./serve-otlp";

testWorker();
const db = testDatabase();
const AT = Date.UTC(2026, 0, 1);

function chat(session: string, extra: Partial<TestSpan> = {}): TestSpan {
  const messages = JSON.stringify([{ role: "user", parts: [{ type: "text", content: "hi" }] }]);
  const attributes = {
    "gen_ai.operation.name": "chat",
    "session.id": session,
    "gen_ai.input.messages": messages,
  };
  const trace = createHash("sha256").update(session).digest("hex").slice(0, 32);
  return { id: "call", name: "chat", at: AT, trace, attributes, ...extra };
}

function post(
  body: Buffer | object,
  headers: Record<string, string> = {},
  { signal = "traces", database = db }: { signal?: "traces" | "logs" | "metrics"; database?: Database } = {},
): Promise<Response> {
  const isBinary = Buffer.isBuffer(body);
  const request = new Request("http://127.0.0.1/v1/traces", {
    method: "POST",
    headers: { "content-type": isBinary ? "application/x-protobuf" : "application/json", ...headers },
    body: isBinary ? new Uint8Array(body) : JSON.stringify(body),
  });
  return serveOtlp(postTraces, signal, () => database)(request);
}

async function turnsOf(session: string): Promise<number | undefined> {
  await worked(db, DEFAULT_PROJECT);
  const row = await db.session.findFirst({ where: { projectId: DEFAULT_PROJECT, externalId: session } });
  return row === null ? undefined : row.lastSeq;
}

function textsIn(bytes: Buffer): Map<number, string> {
  return new Map(
    [...readWireFields(bytes)].flatMap(({ number, value }) =>
      Buffer.isBuffer(value) ? [[number, value.toString("utf8")]] : [],
    ),
  );
}

describe("the receiver", () => {
  it("answers success with an empty message in the encoding of the request", async () => {
    const traces = tracesJson("app", [chat("empty-answer")]);
    const json = await post(traces);
    expect([json.status, json.headers.get("content-type"), await json.text()]).toEqual([
      200,
      "application/json",
      "{}",
    ]);
    const binary = await post(protobufOf(traces));
    expect([binary.status, binary.headers.get("content-type"), await binary.text()]).toEqual([
      200,
      "application/x-protobuf",
      "",
    ]);
    expect(await turnsOf("empty-answer")).toBe(2);
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
  ] as const)("inflates %s", async (encoding, squeeze) => {
    const body = squeeze(protobufOf(tracesJson("app", [chat(`in-${encoding}`)])));
    expect((await post(body, { "content-encoding": encoding })).status).toBe(200);
    expect(await turnsOf(`in-${encoding}`)).toBe(2);
  });

  it("says how many spans it refused and keeps the others", async () => {
    const body = tracesJson("app", [chat("partial"), chat("partial", { id: "other", trace: "00" })]);
    const answer = (await (await post(body)).json()) as { partialSuccess: object };
    expect(answer.partialSuccess).toMatchObject({ rejectedSpans: 1 });
    expect(JSON.stringify(answer)).toContain("trace id");
    expect(await turnsOf("partial")).toBe(2);
    const partial = [...readWireFields(Buffer.from(await (await post(protobufOf(body))).arrayBuffer()))][0];
    expect([...readWireFields(partial?.value as Buffer)][0]).toMatchObject({ number: 1, value: 1n });
  });

  it("tells the client of a span that comes again and says otherwise", async () => {
    const saying = (content: string) => {
      const answer = JSON.stringify([{ role: "assistant", parts: [{ type: "text", content }] }]);
      const span = chat("twice-told");
      return tracesJson("app", [
        { ...span, attributes: { ...span.attributes, "gen_ai.output.messages": answer } },
      ]);
    };
    const send = async (content: string) => (await post(saying(content))).text();
    expect([await send("Yes"), await send("Yes, it is.")]).toEqual(["{}", "{}"]);
    expect(await send("No.")).toContain("both are kept");
    expect([await send("No."), await send("Yes")]).toEqual(["{}", "{}"]);
    await worked(db, DEFAULT_PROJECT);
    const row = await db.session.findFirstOrThrow({ where: { externalId: "twice-told" } });
    const blocks = await db.block.findMany({ where: { sessionId: row.sessionId } });
    expect(blocks.map(({ text }) => text).sort()).toEqual(["No.", "Yes, it is.", "hi"]);
  });

  it("warns, with nothing refused, of what the client left out", async () => {
    const { attributes } = chat("wanting");
    const { "gen_ai.input.messages": _none, ...bare } = attributes ?? {};
    const body = tracesJson("app", [{ ...chat("wanting"), attributes: bare, dropped: 7 }]);
    const { partialSuccess } = (await (await post(body)).json()) as {
      partialSuccess: { rejectedSpans: number; errorMessage: string };
    };
    expect(partialSuccess.rejectedSpans).toBe(0);
    expect(partialSuccess.errorMessage).toContain("OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT");
    await worked(db, DEFAULT_PROJECT);
    const { warnings } = await listIngestionWarnings(db, DEFAULT_PROJECT);
    expect(warnings.map((warning) => warning.code)).toEqual(
      expect.arrayContaining(["attributes_dropped", "no_content"]),
    );
  });

  it.each([
    ["ctx.plan.step", { planId: "p", stepId: "s1", status: "begun" }, "status: "],
    ["ctx.plan.step", { planId: "p", status: "started" }, "stepId: "],
    ["ctx.plan", { planId: "p", steps: "look, then act" }, "steps: expected a list"],
    ["ctx.plan", { planId: "p", steps: '[{"text":"without an id"}]' }, "steps[0].id: "],
    ["ctx.eviction", { toolCallId: "c1", how: "thrown out" }, "how: "],
    ["ctx.decision", { sourceId: "mem", action: "exclude", tokens: -4 }, "tokens: "],
    ["ctx.window", { limit: "plenty" }, "limit: expected a number"],
    ["ctx.evicted", { toolCallId: "c1" }, "there is no event of this name"],
  ])("says which context event tells nothing, and why: %s %j", async (name, attributes, issue) => {
    const project = `ctx-${createHash("sha256").update(issue).digest("hex").slice(0, 8)}`;
    const span = chat(project, { events: [{ name, attributes }] });
    const asSpan = (await (await post(tracesJson("app", [span]))).json()) as {
      partialSuccess: { rejectedSpans: number; errorMessage: string };
    };
    expect(asSpan.partialSuccess.rejectedSpans).toBe(0);
    expect(asSpan.partialSuccess.errorMessage).toContain(`the event tells nothing: ${issue}`);
    const log = logsJson("app", [{ name, at: AT, attributes: { "session.id": project, ...attributes } }]);
    const asLog = await (await post(protobufOf(log), {}, { signal: "logs" })).text();
    expect(asLog).toContain(issue);
    await worked(db, DEFAULT_PROJECT);
    const { warnings } = await listIngestionWarnings(db, DEFAULT_PROJECT);
    const source = name === "ctx.evicted" ? "ctx events" : name;
    expect(
      warnings.find((warning) => warning.code === "event_refused" && warning.source === source),
    ).toMatchObject({
      sample: { event: name },
    });
  });

  it("warns of no context event that tells something", async () => {
    const events = [
      { name: "ctx.plan", attributes: { steps: '[{"id":"s1","text":"Look","needs":["c1"]}]' } },
      { name: "ctx.plan.step", attributes: { stepId: "s1", status: "started" } },
      { name: "ctx.eviction", attributes: { toolCallId: "c1", reason: "old" } },
      { name: "ctx.window", attributes: { limit: 8_000 } },
    ];
    const answer = await post(tracesJson("app", [chat("told-well", { events })]));
    expect(await answer.text()).toBe("{}");
  });

  it("refuses what it cannot read with a status in the request's encoding, and notes a wrong path", async () => {
    const logs = logsJson("app", [{ at: AT, name: "x" }]);
    const json = await post(logs);
    expect(json.status).toBe(400);
    expect(await json.json()).toMatchObject({
      code: 3,
      message: expect.stringContaining("/v1/logs") as unknown,
    });
    const binary = await post(protobufOf(logs));
    expect(binary.status).toBe(400);
    expect(textsIn(Buffer.from(await binary.arrayBuffer())).get(2)).toContain("/v1/logs");
    expect((await post(Buffer.from("no message"))).status).toBe(400);
    expect((await post({}, { "content-type": "text/plain" })).status).toBe(415);
    expect((await post(Buffer.from("x"), { "content-encoding": "br" })).status).toBe(415);
    await worked(db, DEFAULT_PROJECT);
    const { warnings } = await listIngestionWarnings(db, DEFAULT_PROJECT);
    expect(warnings.map((warning) => warning.code)).toContain("wrong_path");
  });

  it("refuses a body that blows up", async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
    const answer = await post(bomb, { "content-encoding": "gzip" });
    expect(answer.status).toBe(413);
  });

  it("accepts metrics and keeps nothing of them", async () => {
    const answer = await post({ resourceMetrics: [] }, {}, { signal: "metrics" });
    expect([answer.status, await answer.text()]).toEqual([200, "{}"]);
  });

  it("asks to try again shortly while the database is away, and takes the same body once afterwards", async () => {
    const away = openDatabase("postgresql://nobody@127.0.0.1:1/none");
    const body = protobufOf(tracesJson("app", [chat("after-outage")]));
    const refusal = await post(body, {}, { database: away });
    expect(refusal.status).toBe(503);
    expect(Number(refusal.headers.get("retry-after"))).toBeLessThanOrEqual(5);
    await away.$disconnect();
    await post(body);
    await post(body);
    expect(await turnsOf("after-outage")).toBe(2);
  });

  it("takes a session back that turns out to be part of another", async () => {
    const call = chat("ignored", { trace: "11111111111111111111111111111111" });
    const { "session.id": _none, ...attributes } = call.attributes ?? {};
    await post(tracesJson("app", [{ ...call, attributes, parent: "root" }]));
    expect(await turnsOf(`trace:${call.trace ?? ""}`)).toBe(2);
    const root: TestSpan = {
      id: "root",
      name: "run",
      trace: call.trace ?? "",
      at: AT - 1,
      attributes: { "session.id": "late-root" },
    };
    await post(tracesJson("app", [root]));
    expect(await turnsOf(`trace:${call.trace ?? ""}`)).toBeUndefined();
    expect(await turnsOf("late-root")).toBe(2);
  });
});
