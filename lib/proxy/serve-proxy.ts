import { randomUUID } from "node:crypto";
import http from "node:http";
import type { IncomingMessage, Server } from "node:http";
import https from "node:https";
import type { PolicyApplier } from "./apply-policy";
import { hasTwoHosts, requestOrigin, findPageRefusal } from "@/lib/server/guard";
import { ProxiedConversations } from "./conversations";
import { type PassedBytes, COPY_BYTES_MAX, ByteCopy } from "./copy";
import { type ProxyExchange, type Onward, forwardExchange, refuse, watchIncoming } from "./forward";
import { listLengthOfNothing, listPassedHeaders, SESSION_HEADER } from "./headers";
import type { PassedCall, PassedRequest } from "./passed-call";
import { readPassedJson, readPassedText } from "./passed-text";
import { type AskedPart, CallWatch, copyOf } from "./record-exchange";
import { findApiOfCall, readModelInPath } from "@/lib/importers/otel/raw/paths";
import { findProxyRoute } from "./route";
import type { Duplex } from "node:stream";

interface Options {
  readonly upstreams: ReadonlyMap<string, URL>;
  readonly record: (call: PassedCall) => void;
  /** Applies the policy to calls whose path asks for it; `null` where no policy is set. */
  readonly applier?: PolicyApplier | null;
  readonly conversations?: ProxiedConversations;
  readonly onPass?: () => void;
  readonly isStopping?: () => boolean;
}

const HEADERS_OF_BYTES = new Set(["content-length", "content-encoding", "transfer-encoding"]);
/** Longer than clients keep an idle connection. If the proxy closed first, it could close while a client sends. */
const KEEP_ALIVE_MS = 75_000;

export function makeProxyServer({
  upstreams,
  record,
  applier = null,
  conversations = new ProxiedConversations(),
  onPass = () => undefined,
  isStopping = () => false,
}: Options): Server {
  const agents = {
    "http:": new http.Agent({ keepAlive: true }),
    "https:": new https.Agent({ keepAlive: true }),
  };
  const server = http.createServer((request, response) => {
    onPass();
    response.once("pipe", onPass);
    if (hasTwoHosts(request.rawHeaders)) return refuse(response, 400, "the request names its host twice");
    const refusal = findPageRefusal(requestOrigin(request));
    if (refusal !== null) return refuse(response, 403, refusal);
    if (request.headers.upgrade?.toLowerCase() === "websocket")
      return refuse(response, 501, "the proxy records HTTP; websockets have to go to the provider directly");
    const route = findProxyRoute(request.url ?? "/", upstreams);
    if (route === null) {
      const known = [...upstreams.keys()].map((name) => `/${name}`).join(", ");
      return refuse(response, 404, `the path begins with none of ${known}`);
    }
    if (route.isApplied && applier === null)
      return refuse(response, 404, "the path asks for a policy; SIGHTGLASS_PROXY_POLICY names none");
    const exchange = { request, response, route, agents };
    const api = findApiOfCall(request.method ?? "", route.path);
    const known: PassedRequest = {
      session: readHeader(request) ?? route.session,
      mark: null,
      api,
      model: readModelInPath(route.path),
      applied: null,
    };
    const watched = (asked: () => AskedPart) => new CallWatch({ record, asked, isStopping });
    if (api !== null && applier !== null && route.isApplied)
      return void passApplied(exchange, { applier, conversations, known, watched }).catch(() => {
        if (!response.headersSent) refuse(response, 400, "the request ended before it was whole");
      });
    const copy = copyOf(request);
    const asked = () => ({ ...known, ...readPassed(request, copy) });
    forwardExchange(exchange, api === null ? null : watched(asked), watchIncoming(request, copy));
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = 0;
  refuseHttp2(server);
  server.on("close", () => Object.values(agents).forEach((agent) => agent.destroy()));
  return server;
}

function readPassed(request: IncomingMessage, copy: ByteCopy): Pick<PassedCall, "isWhole" | "request"> {
  return { isWhole: request.complete, request: copy.readPassed(request.headers["content-encoding"]) };
}

interface Applying {
  readonly applier: PolicyApplier;
  readonly conversations: ProxiedConversations;
  readonly known: PassedRequest;
  readonly watched: (asked: () => AskedPart) => CallWatch;
}

/**
 * Sends a request with the policy applied. A request that cannot be read, or without an answer in time, is
 * sent byte for byte.
 */
async function passApplied(
  exchange: ProxyExchange,
  { applier, conversations, known, watched }: Applying,
): Promise<void> {
  const { request, response } = exchange;
  const { bytes, isWhole } = await readWholeBody(request, COPY_BYTES_MAX);
  const asIs: Onward = {
    headers: [...listPassedHeaders(request.rawHeaders), ...listLengthOfNothing(request)],
    isRepeatable: () => isWhole,
    send: (onward) => {
      if (isWhole) return void onward.end(bytes);
      onward.write(bytes);
      request.pipe(onward);
    },
  };
  const copy = new ByteCopy(COPY_BYTES_MAX);
  copy.add(bytes);
  const passed = readPassed(request, copy);
  const body = readPassedJson(readPassedText(passed.request));
  if (body === null)
    return forwardExchange(
      exchange,
      watched(() => ({ ...known, ...passed })),
      asIs,
    );
  const { session, mark } =
    known.session === null ? conversations.findSession(body, randomUUID()) : { ...known, mark: null };
  const { request: made, isChanged, applied = null } = await applier.prepare(session, body);
  if (response.destroyed) return;
  const sent = isChanged ? newBody(request, made) : null;
  const asked: AskedPart = { ...known, session, mark, applied, ...passed, ...sent?.passed };
  forwardExchange(
    exchange,
    watched(() => asked),
    sent?.onward ?? asIs,
  );
}

function newBody(
  request: IncomingMessage,
  body: Readonly<Record<string, unknown>>,
): { onward: Onward; passed: { request: PassedBytes } } {
  const bytes = Buffer.from(JSON.stringify(body));
  const kept = listPassedHeaders(request.rawHeaders, HEADERS_OF_BYTES);
  return {
    passed: { request: { chunks: [bytes], encoding: null, dropped: null } },
    onward: {
      headers: [...kept, "content-length", String(bytes.length)],
      isRepeatable: () => true,
      send: (onward) => void onward.end(bytes),
    },
  };
}

function readHeader(request: IncomingMessage): string | null {
  const value = request.headers[SESSION_HEADER];
  return typeof value === "string" && value !== "" ? value : null;
}

const PREFACE = "PRI * HTTP/2.0";
const SETTINGS = 4;
const GOAWAY = 7;
const HTTP_1_1_REQUIRED = 13;
const WHY = "the proxy speaks HTTP/1.1; a client that offers both uses that";

/** Tells a client that begins with HTTP/2 in its own protocol what to use (RFC 9113, sections 6.8 and 7). */
function refuseHttp2(server: Server): void {
  server.on("clientError", (error: Error & { rawPacket?: Buffer }, socket: Duplex) => {
    if (!socket.writable) return void socket.destroy();
    if (error.rawPacket?.toString("latin1", 0, PREFACE.length) !== PREFACE)
      return void socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    const lastStreamAndCode = Buffer.from([0, 0, 0, 0, 0, 0, 0, HTTP_1_1_REQUIRED]);
    const goaway = Buffer.concat([lastStreamAndCode, Buffer.from(WHY)]);
    socket.end(Buffer.concat([makeFrame(SETTINGS, Buffer.alloc(0)), makeFrame(GOAWAY, goaway)]));
  });
}

/** A frame of the whole connection, without flags. */
function makeFrame(type: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  return Buffer.concat([head, payload]);
}

/** @returns `isWhole` is false when the request exceeds the limit; the rest is then unread */
export async function readWholeBody(
  request: IncomingMessage,
  bytesMax: number,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > bytesMax) return { bytes: Buffer.concat(chunks), isWhole: false };
  }
  return { bytes: Buffer.concat(chunks), isWhole: true };
}
