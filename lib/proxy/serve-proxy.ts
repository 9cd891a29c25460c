import http from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import https from "node:https";
import type { PolicyApplier } from "./apply-policy";
import { ProxiedConversations } from "./conversations";
import { ByteCopy, COPY_BYTES_MAX } from "./copy";
import { jsonIn, recorder, watched, withModel, type AnswerWatch } from "./record-exchange";
import type { SeenCall } from "./recorded-call";
import type { ProxyRoute } from "./route";
import { isModelCall, routeOf } from "./route";
import { wholeBody } from "./whole-body";

interface Options {
  readonly upstreams: ReadonlyMap<string, URL>;
  readonly record: (call: SeenCall) => void;
  /** Applies the policy to calls whose path asks for it; `null` where no policy is set. */
  readonly applier?: PolicyApplier | null;
}

const SESSION_HEADER = "x-sightglass-session";
const OWN_HEADERS = new Set([
  "host",
  "connection",
  "keep-alive",
  "proxy-connection",
  "upgrade",
  SESSION_HEADER,
]);
const HEADERS_OF_BYTES = new Set(["content-length", "content-encoding", "transfer-encoding"]);
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

export function proxyServer({ upstreams, record, applier = null }: Options): Server {
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
    if (route.isApplied && applier === null)
      return refuse(response, 404, "the path asks for a policy; SIGHTGLASS_PROXY_POLICY names none");
    const sessionOf = (body: SeenCall["request"]) =>
      headerOf(request) ?? route.session ?? conversations.sessionOf(body);
    const exchange = { request, response, route, agents };
    if (!isModelCall(request.method ?? "", route.path)) pass(exchange, null, whatComes(request));
    else if (applier === null || !route.isApplied)
      pass(exchange, recorder(record, watched(request, route, sessionOf)), whatComes(request));
    else
      passApplied(exchange, applier, sessionOf, record).catch(() => {
        if (!response.headersSent) refuse(response, 400, "the request ended before it was whole");
      });
  });
  server.on("upgrade", (_request, socket) =>
    socket.end("HTTP/1.1 501 Not Implemented\r\nconnection: close\r\n\r\n"),
  );
  server.on("close", () => Object.values(agents).forEach((agent) => agent.destroy()));
  return server;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: ProxyRoute;
  readonly agents: Readonly<Record<string, http.Agent>>;
}

/** What goes to the upstream. */
interface Onward {
  readonly headers: readonly string[];
  readonly send: (onward: http.ClientRequest) => void;
}

function whatComes(request: IncomingMessage): Onward {
  return { headers: passedHeaders(request.rawHeaders), send: (onward) => request.pipe(onward) };
}

function pass(
  { request, response, route: { upstream, path }, agents }: Exchange,
  finish: AnswerWatch | null,
  { headers, send }: Onward,
): void {
  const protocol = upstream.protocol === "https:" ? https : http;
  const onward = protocol.request({
    protocol: upstream.protocol,
    hostname: upstream.hostname,
    port: upstream.port,
    path,
    method: request.method,
    headers: ["host", upstream.host, ...headers],
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
  send(onward);
}

/** Sends a request as the policy makes it. What cannot be read, or has no answer in time, goes on byte for byte. */
async function passApplied(
  exchange: Exchange,
  applier: PolicyApplier,
  sessionOf: (body: SeenCall["request"]) => string | null,
  record: Options["record"],
): Promise<void> {
  const { request, response, route } = exchange;
  const { bytes, isWhole } = await wholeBody(request, COPY_BYTES_MAX);
  const asIs: Onward = {
    headers: passedHeaders(request.rawHeaders),
    send: (onward) => {
      onward.write(bytes);
      request.pipe(onward);
    },
  };
  const copy = new ByteCopy(COPY_BYTES_MAX);
  copy.add(bytes);
  const body = isWhole ? jsonIn(copy.text(request.headers["content-encoding"])) : null;
  if (body === null) return pass(exchange, null, asIs);
  const session = sessionOf(body);
  const prepared = await applier.prepare(session, body);
  if (response.destroyed) return;
  const asked = { session, request: withModel(prepared.request, route.path), applied: prepared.applied };
  const finish = recorder(record, () => asked);
  pass(exchange, finish, prepared.isChanged ? newBody(request, prepared.request) : asIs);
}

function newBody(request: IncomingMessage, body: SeenCall["request"]): Onward {
  const bytes = Buffer.from(JSON.stringify(body));
  const kept = passedHeaders(request.rawHeaders, HEADERS_OF_BYTES);
  return {
    headers: [...kept, "content-length", String(bytes.length)],
    send: (onward) => onward.end(bytes),
  };
}

function headerOf(request: IncomingMessage): string | null {
  const value = request.headers[SESSION_HEADER];
  return typeof value === "string" && value !== "" ? value : null;
}

function passedHeaders(raw: readonly string[], dropped: ReadonlySet<string> = new Set()): string[] {
  const isPassed = (name: string) => !OWN_HEADERS.has(name) && !dropped.has(name);
  return raw.flatMap((name, i) =>
    i % 2 === 0 && isPassed(name.toLowerCase()) ? [name, raw[i + 1] ?? ""] : [],
  );
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", connection: "close" });
  response.end(JSON.stringify({ error: { code: "sightglass_proxy", message } }));
}
