import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Span } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { postTraces } from "@/lib/api/endpoints/otlp";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { sessionKey } from "@/lib/db/session-id";
import { readLog } from "@/lib/db/log/read";
import { testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { serveHttp } from "@/lib/testing/http-server";
import { serveOtlp } from "../otlp/serve-otlp";

testWorker();
const db = testDatabase();
const examples = [...readFileSync("docs/sending.md", "utf8").matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code = ""]) => code,
);

/** Runs the code of an example as it stands in the document, on a span. */
async function run(code: string, span: Span): Promise<void> {
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.ESNext } });
  const address = `data:text/javascript,${encodeURIComponent(outputText)}`;
  const exported = (await import(/* @vite-ignore */ address)) as Record<string, (span: Span) => void>;
  for (const example of Object.values(exported)) example(span);
}

async function eventsOf(session: string): Promise<object[]> {
  await worked(db, DEFAULT_PROJECT);
  const found: object[] = [];
  for await (const { events } of readLog(db, sessionKey(DEFAULT_PROJECT, session), session))
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
    expect(examples).toHaveLength(6);
    expect(events).toHaveLength(6);
    expect(events).toEqual(
      expect.arrayContaining([
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
        expect.objectContaining({ type: "plan.step", step: "s1", status: "completed" }),
        expect.objectContaining({
          type: "gate.checked",
          numbers: { limit: 200_000, "budget.tools": 20_000, "budget.history": 150_000 },
        }),
      ]),
    );
  });
});
