import http from "node:http";
import type { IncomingMessage, Server } from "node:http";
import https from "node:https";
import type { PolicyApplier } from "./apply-policy";
import { ProxiedConversations } from "./conversations";
import { ByteCopy, COPY_BYTES_MAX } from "./copy";
import { forward, refuse, whatComes, type ProxyExchange, type Onward } from "./forward";
import { lengthOfNothing, passedHeaders, SESSION_HEADER } from "./headers";
import { CallWatch, copyOf, jsonIn, withModel } from "./record-exchange";
import type { SeenCall } from "./recorded-call";
import { isModelCall, routeOf } from "./route";
import { wholeBody } from "./whole-body";

interface Options {
  readonly upstreams: ReadonlyMap<string, URL>;
  readonly record: (call: SeenCall) => void;
  /** Applies the policy to calls whose path asks for it; `null` where no policy is set. */
  readonly applier?: PolicyApplier | null;
  /** Tells the user of a call that passed and cannot be recorded. */
  readonly say?: (text: string) => void;
}

type SessionOf = (body: SeenCall["request"]) => string | null;

const HEADERS_OF_BYTES = new Set(["content-length", "content-encoding", "transfer-encoding"]);
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
/** Longer than clients keep an idle connection. If the proxy closed first, it could close while a client sends. */
const KEEP_ALIVE_MS = 75_000;

export function proxyServer({ upstreams, record, applier = null, say = () => undefined }: Options): Server {
  const agents = {
    "http:": new http.Agent({ keepAlive: true }),
    "https:": new https.Agent({ keepAlive: true }),
  };
  const conversations = new ProxiedConversations();
  const server = http.createServer((request, response) => {
    if (!LOOPBACK_HOST.test(request.headers.host ?? ""))
      return refuse(response, 403, "this host is not served");
    if (request.headers.upgrade?.toLowerCase() === "websocket")
      return refuse(response, 501, "the proxy records HTTP; websockets have to go to the provider directly");
    const route = routeOf(request.url ?? "/", upstreams);
    if (route === null) {
      const known = [...upstreams.keys()].map((name) => `/${name}`).join(", ");
      return refuse(response, 404, `the path begins with none of ${known}`);
    }
    if (route.isApplied && applier === null)
      return refuse(response, 404, "the path asks for a policy; SIGHTGLASS_PROXY_POLICY names none");
    const sessionOf: SessionOf = (body) =>
      headerOf(request) ?? route.session ?? conversations.sessionOf(body);
    const exchange = { request, response, route, agents };
    const isCall = isModelCall(request.method ?? "", route.path);
    if (isCall && applier !== null && route.isApplied)
      return void passApplied(exchange, applier, { sessionOf, record, say }).catch(() => {
        if (!response.headersSent) refuse(response, 400, "the request ended before it was whole");
      });
    const copy = copyOf(request);
    const asked = () => {
      const body = bodyIn(exchange, copy, say);
      return body && { session: sessionOf(body), request: withModel(body, route.path) };
    };
    const watch = isCall ? new CallWatch(record, asked) : null;
    forward(exchange, watch, whatComes(request, copy));
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = 0;
  server.on("close", () => Object.values(agents).forEach((agent) => agent.destroy()));
  return server;
}

interface Recording {
  readonly sessionOf: SessionOf;
  readonly record: Options["record"];
  readonly say: (text: string) => void;
}

/** The body of a request, from its copy. Says so when there is none that can be recorded. */
function bodyIn(
  { request }: ProxyExchange,
  copy: ByteCopy,
  say: Recording["say"],
): Readonly<Record<string, unknown>> | null {
  const text = copy.text(request.headers["content-encoding"]);
  const body = jsonIn(text);
  if (body === null && (copy.isCut || request.complete))
    say(
      `A call passed without a record: ${text === null ? copy.problem("request") : "its body is not JSON"}.`,
    );
  return body;
}

/** Sends a request as the policy makes it. What cannot be read, or has no answer in time, goes on byte for byte. */
async function passApplied(
  exchange: ProxyExchange,
  applier: PolicyApplier,
  recording: Recording,
): Promise<void> {
  const { sessionOf, record, say } = recording;
  const { request, response, route } = exchange;
  const { bytes, isWhole } = await wholeBody(request, COPY_BYTES_MAX);
  const asIs: Onward = {
    headers: [...passedHeaders(request.rawHeaders), ...lengthOfNothing(request)],
    isRepeatable: () => isWhole,
    send: (onward) => {
      if (isWhole) return void onward.end(bytes);
      onward.write(bytes);
      request.pipe(onward);
    },
  };
  const copy = new ByteCopy(COPY_BYTES_MAX);
  copy.add(bytes);
  const body = bodyIn(exchange, copy, say);
  if (body === null) return forward(exchange, null, asIs);
  const session = sessionOf(body);
  const prepared = await applier.prepare(session, body);
  if (response.destroyed) return;
  const asked = { session, request: withModel(prepared.request, route.path), applied: prepared.applied };
  const watch = new CallWatch(record, () => asked);
  forward(exchange, watch, prepared.isChanged ? newBody(request, prepared.request) : asIs);
}

function newBody(request: IncomingMessage, body: SeenCall["request"]): Onward {
  const bytes = Buffer.from(JSON.stringify(body));
  const kept = passedHeaders(request.rawHeaders, HEADERS_OF_BYTES);
  return {
    headers: [...kept, "content-length", String(bytes.length)],
    isRepeatable: () => true,
    send: (onward) => void onward.end(bytes),
  };
}

function headerOf(request: IncomingMessage): string | null {
  const value = request.headers[SESSION_HEADER];
  return typeof value === "string" && value !== "" ? value : null;
}
