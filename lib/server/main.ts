import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import next from "next";
import type { Instance } from "@/lib/env";
import { instance } from "@/lib/env";
import { ENDS_WITHIN_MS } from "@/lib/program.mjs";
import { findClientAddress } from "./client-address";
import { collectWhenQuiet } from "./collect-when-quiet";
import { placePath, makeDispatcher, readPath, RUNTIME_PATH } from "./dispatch";
import { drainAfterAnswer } from "./drain";
import { endWith } from "./exit-code";
import type { Unanswerable } from "./guard";
import { isReloadSocket, METHODS, hasTwoHosts, requestOrigin, findRefusal, findUnanswerable } from "./guard";
import { waitForDecisions } from "@/lib/commands/runtime/decisions";
import { keepWatching } from "@/lib/commands/watch";
import { listenToSupervisor } from "@/lib/queries/ingestion/supervised-processes";
import { getPostedRoutes } from "@/lib/routes/busy";
import { getPulseDatabase } from "@/lib/db/client";
import { countProcess, countRefusal, OtherProcesses } from "@/lib/metrics";
import { WriteStop } from "./newer-database";
import { keepRetention } from "./keep-retention";
import { answerMetrics } from "./metrics";
import { ReceiverProcess } from "./receiver-process";
import { makeLoggablePaths } from "./loggable-path";
import { pageNames } from "./page-span";
import { logRequest } from "./request-log";
import { makeSecurityHeaders } from "./security-headers";
import { endWhenStalled } from "./stalled-bodies";
import type { CountsMessage } from "./tell-counts";
import { listAddresses, startTracing } from "./start-tracing";
import { useBuiltConfig } from "./built-config.mjs";
import { warmFirstPage, warmUp } from "./warm-up";

/**
 * The web process: Next behind a guard that checks every request. lib/cli/start.mjs starts it with DATABASE_URL and
 * PORT. It tells its parent "listening" when it can be reached, and stops when the parent asks or ends.
 */
const REQUEST_TIMEOUT_MS = 10 * 60_000;
/** Longer than clients keep an idle connection. If the server closed first, it could close while a client sends. */
const KEEP_ALIVE_MS = 75_000;
const NONCE_BYTES = 18;
const RETRY_AFTER_S = 5;

async function main(): Promise<void> {
  const settings = instance();
  const stopTracing = await startTracing("web", listAddresses(settings));
  listenToSupervisor();
  const { host, port } = settings;
  const dev = process.env.NODE_ENV !== "production";
  const build = dev ? null : path.join(process.cwd(), ".next");
  if (build !== null) useBuiltConfig(build);
  const app = next({
    dev,
    hostname: host,
    port,
    dir: process.cwd(),
    ...(!dev && { httpServer: createServer() }),
  });
  await app.prepare();
  const server = createServer();
  const others = new OtherProcesses();
  const receiver = new ReceiverProcess(others);
  const writes = new WriteStop(getPulseDatabase);
  countProcess("web");
  process.on("message", (told: Partial<CountsMessage> & { name?: string; pid?: number }) => {
    if (told.counted !== undefined) void others.note(told.name ?? "worker", told.pid ?? 0, told.counted);
  });
  // The policies take a while to load, and nobody waits for them to reach the app.
  const posted = once(server, "listening").then(getPostedRoutes);
  posted.catch(endWith);
  const pageName = pageNames(build === null ? null : path.join(build, "routes-manifest.json"));
  const loggable = makeLoggablePaths(pageName);
  const dispatch = makeDispatcher({
    app: app.getRequestHandler(),
    posted,
    receiver,
    build,
    pageName,
    metrics: (request) => answerMetrics(request.headers.authorization, settings, others),
  });
  server.on("request", (request, response) => {
    response.once("finish", () => countRefusal(response.statusCode));
    request.url = placePath(request.url);
    drainAfterAnswer(request, response);
    endWhenStalled(request, response);
    const headers = prepare(request, settings, dev);
    const id = randomUUID();
    response.setHeader("x-request-id", id);
    if (settings.logsRequests) logRequest(request, response, { id, loggable });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const refusal = findRefusal(
      requestOrigin(request),
      settings.mode === "team" ? settings.url.origin : null,
    );
    const nobodys = findUnanswerable(request.method, request.url);
    const stopped = writes.refusal(request.method);
    if (hasTwoHosts(request.rawHeaders))
      refuse(response, 400, "invalid_query", "the request names its host twice");
    else if (refusal !== null) refuse(response, 403, "forbidden", refusal);
    else if (nobodys !== null) refuseTarget(response, nobodys);
    else if (stopped !== null) refuseForNow(response, stopped);
    else
      dispatch(request, response).catch((error: unknown) => {
        console.error(error);
        response.destroy();
      });
  });
  if (dev) server.on("upgrade", (request, socket) => void (isReloadSocket(request.url) || socket.destroy()));
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.once("error", endWith);
  server.listen(port, host, () => {
    // Agents wait 300 ms for an answer: who is told the address finds what answers them loaded, and the first page.
    const place = server.address();
    const door =
      dev || place === null || typeof place === "string" ? null : { place, host: settings.url.host };
    void posted
      .then(() => door && warmFirstPage(door))
      .then(() => process.send?.({ type: "listening" }))
      .then(() => door && warmUp(door))
      .catch(() => undefined);
  });
  keepRetention();
  keepWatching();
  collectWhenQuiet();

  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    server.close(
      () =>
        void Promise.allSettled([waitForDecisions(), receiver.stop(), stopTracing()]).then(() =>
          process.exit(0),
        ),
    );
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), ENDS_WITHIN_MS.itself).unref();
    setTimeout(() => server.closeAllConnections(), ENDS_WITHIN_MS.itself / 2).unref();
  };
  process.once("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.once("disconnect", stop);
}

/**
 * Passes facts to the app that only this process knows: the nonce of this answer, the sender's address, the path.
 * Overwrites headers of the sender with these names.
 * @returns the headers of the answer
 */
function prepare(
  request: IncomingMessage,
  { trustedProxies, url }: Instance,
  dev: boolean,
): Record<string, string> {
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  const path = readPath(request);
  const headers = makeSecurityHeaders({ path, nonce, https: url.protocol === "https:", dev });
  // Compressing an answer that an agent waits for takes longer than sending it.
  if (path.startsWith(RUNTIME_PATH)) delete request.headers["accept-encoding"];
  request.headers["content-security-policy"] = headers["content-security-policy"];
  delete request.headers["content-security-policy-report-only"];
  request.headers["x-nonce"] = nonce;
  request.headers["x-sightglass-path"] = request.url ?? "/";
  request.headers["x-sightglass-method"] = request.method ?? "GET";
  request.headers["x-sightglass-address"] = findClientAddress(
    request.socket.remoteAddress,
    readHeader(request, "x-forwarded-for"),
    trustedProxies,
  );
  return headers;
}

function readHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function refuseTarget(response: ServerResponse, { status, message }: Unanswerable): void {
  if (status === 405) response.setHeader("allow", METHODS.join(", "));
  refuse(response, status, status === 405 ? "not_found" : "invalid_query", message);
}

function refuseForNow(response: ServerResponse, message: string): void {
  response.setHeader("retry-after", String(RETRY_AFTER_S));
  refuse(response, 503, "unavailable", message);
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify({ error: { code, message } }));
}

main().catch(endWith);
