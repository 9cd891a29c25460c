import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import next from "next";
import { refusalOf } from "./guard";

/**
 * The app's own process: Next behind a door that checks who knocks. Started by lib/cli/start.mjs with DATABASE_URL and
 * PORT; says "listening" to its parent when it can be reached, and stops when the parent asks or is gone.
 */
const HOST = "127.0.0.1";
const REQUEST_TIMEOUT_MS = 10 * 60_000;
/** Longer than clients keep a connection for reuse: who closes first must not be the side that is just being written to. */
const KEEP_ALIVE_MS = 75_000;
const STOP_WAIT_MS = 10_000;

async function main(): Promise<void> {
  const port = Number(process.env.PORT ?? 4318);
  const dev = process.env.NODE_ENV !== "production";
  const app = next({ dev, hostname: HOST, port, dir: process.cwd() });
  await app.prepare();
  const handle = app.getRequestHandler();
  const server = createServer((request, response) => {
    const refusal = refusalOf({
      host: request.headers.host,
      origin: request.headers.origin,
      site: header(request, "sec-fetch-site"),
      method: request.method ?? "GET",
    });
    if (refusal === null) void handle(request, response);
    else refuse(response, refusal);
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.once("error", (error) => fail(error));
  server.listen(port, HOST, () => process.send?.({ type: "listening" }));

  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), STOP_WAIT_MS).unref();
    setTimeout(() => server.closeAllConnections(), STOP_WAIT_MS / 2).unref();
  };
  process.once("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.once("disconnect", stop);
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(403, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify({ error: { code: "forbidden", message } }));
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

main().catch(fail);
