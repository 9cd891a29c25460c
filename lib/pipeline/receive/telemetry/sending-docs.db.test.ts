import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { Attributes, Span } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { postTraces } from "@/lib/api/endpoints/otlp";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { makeSessionKey } from "@/lib/db/session-id";
import { readLog } from "@/lib/db/log/read";
import { testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { answerRequest } from "@/lib/routes/table";
import { serveHttp } from "@/lib/testing/servers/http-server";
import { serveOtlp } from "../otlp/serve-otlp";

testWorker();
const db = testDatabase();
const execute = promisify(execFile);

function blocksOf(language: string): string[] {
  const block = new RegExp("```" + language + "\\n([\\s\\S]*?)```", "g");
  return [...readFileSync("docs/sending.md", "utf8").matchAll(block)].map(([, code = ""]) => code);
}

const examples = blocksOf("ts");

const EXPECTED: unknown[] = [
  expect.objectContaining({
    type: "context.decided",
    excluded: [expect.objectContaining({ sourceId: "memory:refund-rules", tokens: 420 })],
  }),
  expect.objectContaining({ type: "context.edited", how: "cleared", blocks: ["call_1"] }),
  expect.objectContaining({ type: "context.edited", how: "compacted", tokensBefore: 16_879 }),
  expect.objectContaining({
    type: "plan.declared",
    steps: [
      expect.objectContaining({ id: "s1" }),
      expect.objectContaining({ id: "s2", dependsOn: ["call_1"] }),
    ],
  }),
  expect.objectContaining({ type: "plan.revised", reason: "the order was paid twice" }),
  expect.objectContaining({ type: "plan.step", step: "s1", status: "completed" }),
  expect.objectContaining({ type: "step.validated", step: "s2", missing: ["call_2"], action: "refetch" }),
  expect.objectContaining({ type: "checkpoint.taken", state: { orderId: 7, refunded: false } }),
  expect.objectContaining({
    type: "session.restarted",
    reason: "the window was rebuilt from the checkpoint",
  }),
  expect.objectContaining({ type: "gate.checked", gate: "context budget", passed: false }),
  expect.objectContaining({
    type: "gate.checked",
    numbers: { limit: 200_000, "budget.tools": 20_000, "budget.history": 150_000 },
  }),
  expect.objectContaining({ type: "session.ended", outcome: "wrong" }),
];

const RECORDER = `class Span:
    def __init__(self):
        self.events = []
    def add_event(self, name, attributes):
        self.events.append({"name": name, "attributes": attributes})
`;
const RUN_ALL = `import json
span = Span()
for name, note in list(globals().items()):
    if name.startswith("note_"):
        note(span)
print(json.dumps(span.events))
`;

async function run(code: string, span: Span): Promise<void> {
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.ESNext } });
  const address = `data:text/javascript,${encodeURIComponent(outputText)}`;
  const exported = (await import(address)) as Record<string, (span: Span) => void>;
  for (const example of Object.values(exported)) example(span);
}

async function eventsOf(session: string): Promise<object[]> {
  await worked(db, DEFAULT_PROJECT);
  const found: object[] = [];
  for await (const { events } of readLog(db, makeSessionKey(DEFAULT_PROJECT, session), session))
    found.push(...events.map(({ event }) => event));
  return found;
}

describe("the examples of docs/sending.md", () => {
  it("arrive as the events that they stand for", async () => {
    const session = `docs-${randomUUID()}`;
    const server = await serveHttp(serveOtlp(postTraces, "traces", () => db));
    const exporter = new OTLPTraceExporter({ url: `${server.url}/v1/traces` });
    const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
    const span = provider.getTracer("harness").startSpan("run", { attributes: { "session.id": session } });
    for (const code of examples) await run(code, span);
    span.end();
    await provider.shutdown();
    await server.close();
    const events = await eventsOf(session);
    expect(examples).toHaveLength(12);
    expect(events).toHaveLength(12);
    expect(events).toEqual(expect.arrayContaining(EXPECTED));
  });

  it("are the same in Python", async () => {
    const session = `docs-${randomUUID()}`;
    const { stdout } = await execute("python3", [
      "-c",
      `${RECORDER}\n${blocksOf("python").join("\n")}\n${RUN_ALL}`,
    ]);
    const sent = JSON.parse(stdout) as { name: string; attributes: Record<string, unknown> }[];
    expect(sent).toHaveLength(12);
    const server = await serveHttp(serveOtlp(postTraces, "traces", () => db));
    const exporter = new OTLPTraceExporter({ url: `${server.url}/v1/traces` });
    const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
    const span = provider.getTracer("harness").startSpan("run", { attributes: { "session.id": session } });
    for (const { name, attributes } of sent) span.addEvent(name, attributes as Attributes);
    span.end();
    await provider.shutdown();
    await server.close();
    expect(await eventsOf(session)).toEqual(expect.arrayContaining(EXPECTED));
  });

  it("are accepted from curl as native events that say the same", async () => {
    const server = await serveHttp(answerRequest);
    const session = `docs-${randomUUID()}`;
    for (const code of blocksOf("sh")) {
      const env = { ...process.env, SIGHTGLASS_URL: server.url, SIGHTGLASS_API_KEY: "none" };
      const { stdout } = await execute("bash", ["-c", code.replaceAll("order-7", session)], { env });
      expect(JSON.parse(stdout)).toMatchObject({ accepted: 1, rejected: [] });
    }
    await server.close();
    expect(await eventsOf(session)).toEqual(expect.arrayContaining(EXPECTED));
  });
});
