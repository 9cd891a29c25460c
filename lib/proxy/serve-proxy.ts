import { randomUUID } from "node:crypto";
import http from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import https from "node:https";
import { ProxiedConversations } from "./conversations";
import { ByteCopy } from "./copy";
import type { SeenCall } from "./recorded-call";
import type { ProxyRoute } from "./route";
import { isModelCall, modelInPath, routeOf } from "./route";

interface Options {
  readonly upstreams: ReadonlyMap<string, URL>;
  readonly record: (call: SeenCall) => void;
}

const COPY_BYTES_MAX = 64_000_000;
const SESSION_HEADER = "x-sightglass-session";
const OWN_HEADERS = new Set([
  "host",
  "connection",
  "keep-alive",
  "proxy-connection",
  "upgrade",
  SESSION_HEADER,
]);
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

export function proxyServer({ upstreams, record }: Options): Server {
  const agents = {
    "http:": new http.Agent({ keepAlive: true }),
    "https:": new https.Agent({ keepAlive: true }),
  };
  const conversations = new ProxiedConversations();
  const server = http.createServer((request, response) => {
    if (!LOOPBACK_HOST.test(request.headers.host ?? ""))
      return refuse(response, 403, "this host is not served");
    const route = routeOf(request.url ?? "/", upstreams);
    if (route === null) {
      const known = [...upstreams.keys()].map((name) => `/${name}`).join(", ");
      return refuse(response, 404, `the path begins with none of ${known}`);
    }
    const finish = isModelCall(request.method ?? "", route.path)
      ? watch(request, route, (call) => record(call), conversations)
      : null;
    pass(request, response, route, agents, finish);
  });
  server.on("upgrade", (_request, socket) =>
    socket.end("HTTP/1.1 501 Not Implemented\r\nconnection: close\r\n\r\n"),
  );
  server.on("close", () => Object.values(agents).forEach((agent) => agent.destroy()));
  return server;
}

/** Copies the answer of an upstream; `null` for a request that is not recorded. */
type Watch = (answer: IncomingMessage) => void;

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { upstream, path }: ProxyRoute,
  agents: Readonly<Record<string, http.Agent>>,
  finish: Watch | null,
): void {
  const protocol = upstream.protocol === "https:" ? https : http;
  const onward = protocol.request({
    protocol: upstream.protocol,
    hostname: upstream.hostname,
    port: upstream.port,
    path,
    method: request.method,
    headers: ["host", upstream.host, ...passedHeaders(request.rawHeaders)],
    agent: agents[upstream.protocol],
    setHost: false,
  });
  onward.once("response", (answer) => {
    finish?.(answer);
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedHeaders(answer.rawHeaders));
    response.flushHeaders();
    answer.pipe(response);
    answer.once("error", () => response.destroy());
    answer.once("aborted", () => response.destroy());
  });
  onward.once("error", (error) => {
    if (response.headersSent) response.destroy();
    else
      refuse(
        response,
        502,
        `the provider cannot be reached: ${(error as NodeJS.ErrnoException).code ?? "error"}`,
      );
  });
  response.once("close", () => {
    if (!response.writableFinished) onward.destroy();
  });
  request.pipe(onward);
}

/** Copies a call. A problem with the copy never affects the call. */
function watch(
  request: IncomingMessage,
  route: ProxyRoute,
  record: (call: SeenCall) => void,
  conversations: ProxiedConversations,
): Watch {
  const startedAt = Date.now();
  const asked = new ByteCopy(COPY_BYTES_MAX);
  request.on("data", (chunk: Buffer) => asked.add(chunk));
  return (answer) => {
    const answered = new ByteCopy(COPY_BYTES_MAX);
    answer.on("data", (chunk: Buffer) => answered.add(chunk));
    answer.once("close", () => {
      const body = requestIn(asked.text(request.headers["content-encoding"]), route.path);
      if (body === null) return;
      record({
        id: `proxy-${randomUUID()}`,
        session: headerOf(request) ?? route.session ?? conversations.sessionOf(body),
        startedAt,
        endedAt: Date.now(),
        request: body,
        status: answer.statusCode ?? 0,
        answer: answered.text(answer.headers["content-encoding"]),
        isWhole: answer.complete,
      });
    });
  };
}

function requestIn(text: string | null, path: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text ?? "");
    if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
    const model = modelInPath(path);
    return model === undefined || "model" in body ? { ...body } : { ...body, model };
  } catch {
    return null;
  }
}

function headerOf(request: IncomingMessage): string | null {
  const value = request.headers[SESSION_HEADER];
  return typeof value === "string" && value !== "" ? value : null;
}

function passedHeaders(raw: readonly string[]): string[] {
  return raw.flatMap((name, i) =>
    i % 2 === 0 && !OWN_HEADERS.has(name.toLowerCase()) ? [name, raw[i + 1] ?? ""] : [],
  );
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", connection: "close" });
  response.end(JSON.stringify({ error: { code: "sightglass_proxy", message } }));
}
