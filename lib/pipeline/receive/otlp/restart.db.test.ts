import { randomUUID } from "node:crypto";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { afterEach, describe, expect, it, vi } from "vitest";
import { spawnProgram } from "@/lib/cli/bootstrap/app.mjs";
import { findFreePort } from "@/lib/cli/bootstrap/postgres.mjs";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getSession } from "@/lib/queries/session/get-session";
import { getWindow } from "@/lib/queries/turn/get-window";
import { testDatabase } from "@/lib/testing/database";
import { withWorker, worked } from "@/lib/testing/worker";

const db = testDatabase();
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const CALLS_PER_ACT = 8;
const SPANS_PER_EXPORT = 2;
const PATIENCE = { timeout: 60_000, interval: 20 };

class Way {
  private readonly sockets = new Set<net.Socket>();
  private isCut = false;

  private constructor(private readonly server: net.Server) {}

  static async to(url: URL): Promise<{ way: Way; url: string }> {
    const server = net.createServer();
    const way = new Way(server);
    server.on("connection", (near) => way.join(near, url));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    undo.push(() => {
      way.cut();
      server.close();
    });
    const near = new URL(url);
    near.hostname = "127.0.0.1";
    near.port = String((server.address() as net.AddressInfo).port);
    return { way, url: near.href };
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  private join(near: net.Socket, { hostname, port }: URL): void {
    if (this.isCut) {
      near.destroy();
      return;
    }
    const far = net.connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}

interface Receiver {
  readonly child: ChildProcess;
  readonly said: unknown[];
  readonly listen: (port: number) => Promise<void>;
}

/**
 * A receiver that has loaded its program and waits for its port, so that it can replace another one at once.
 */
async function receiver(databaseUrl: string): Promise<Receiver> {
  const child = spawnProgram("lib/testing/servers/otlp-server.ts", [], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  undo.push(() => child.kill("SIGKILL"));
  const said: unknown[] = [];
  child.on("message", (message) => said.push(message));
  const saying = (word: string) => vi.waitFor(() => expect(said).toContain(word), PATIENCE);
  await saying("ready");
  return {
    child,
    said,
    listen: async (port) => {
      child.send(port);
      await saying("listening");
    },
  };
}

function program(session: string, url: string) {
  const provider = new NodeTracerProvider({
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: 60_000 }), {
        scheduledDelayMillis: 20,
        maxExportBatchSize: SPANS_PER_EXPORT,
        exportTimeoutMillis: 60_000,
      }),
    ],
  });
  const tracer = provider.getTracer("app");
  const messages: object[] = [];
  const say = (role: string, content: string) => messages.push({ role, parts: [{ type: "text", content }] });
  let calls = 0;
  return {
    callSome: () => {
      for (let i = 0; i < CALLS_PER_ACT; i++) {
        say("user", `Question ${calls}`);
        const startTime = Date.UTC(2026, 0, 1) + 1_000 * calls;
        const attributes = {
          "gen_ai.operation.name": "chat",
          "session.id": session,
          "gen_ai.input.messages": JSON.stringify(messages),
        };
        tracer.startSpan("chat", { startTime, attributes }).end(startTime + 500);
        say("assistant", `Answer ${calls++}`);
      }
    },
    end: () => provider.shutdown(),
  };
}

describe("a real exporter", () => {
  it("delivers each call once over a killed server, its restart, and a database that goes away", async () => {
    const session = `restart-${randomUUID()}`;
    const { way, url } = await Way.to(new URL(process.env.DATABASE_URL ?? ""));
    const [first, second] = await Promise.all([receiver(url), receiver(url)]);
    const port = await findFreePort();
    const { callSome, end } = program(session, `http://127.0.0.1:${port}/v1/traces`);
    await first.listen(port);
    callSome();
    await vi.waitFor(
      () => expect(first.said.filter((word) => word === "got").length).toBeGreaterThan(1),
      PATIENCE,
    );
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    callSome();
    await second.listen(port);
    await vi.waitFor(() => expect(second.said).toContain(200), PATIENCE);
    way.cut();
    callSome();
    await vi.waitFor(() => expect(second.said).toContain(503), PATIENCE);
    way.mend();
    await end();
    expect(new Set(second.said)).toEqual(new Set(["ready", "listening", "got", 200, 503]));
    await withWorker(() => worked(db, DEFAULT_PROJECT));
    const { id, counts } = await getSession(db, DEFAULT_PROJECT, session);
    const calls = 3 * CALLS_PER_ACT;
    expect(counts).toMatchObject({ turns: calls, evictions: 0 });
    const window = await getWindow(db, DEFAULT_PROJECT, id, calls - 1, {
      content: "1",
      order: "window",
      offset: 0,
      limit: 1_000,
    });
    expect(window.entries.map(({ content }) => content)).toEqual(
      Array.from(
        { length: 2 * calls - 1 },
        (_, i) => `${i % 2 === 0 ? "Question" : "Answer"} ${Math.floor(i / 2)}`,
      ),
    );
  });
});
