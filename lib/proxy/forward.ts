import http from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import https from "node:https";
import type { ByteCopy } from "./copy";
import { listLengthOfNothing, listPassedHeaders } from "./headers";
import type { CallWatch } from "./record-exchange";
import type { ProxyRoute } from "./route";

export interface ProxyExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: ProxyRoute;
  readonly agents: Readonly<Record<string, http.Agent>>;
}

export interface Onward {
  readonly headers: readonly string[];
  readonly send: (onward: http.ClientRequest) => void;
  readonly isRepeatable: () => boolean;
}

/**
 * An upstream that had closed an idle connection resets it at once. A later reset is an answer to the
 * request.
 */
const STALE_MS_MAX = 1_000;
const STALE_CODES: ReadonlySet<string | undefined> = new Set(["ECONNRESET", "EPIPE"]);

/** @param copy gets every byte of the body; a copy that is cut cannot be sent again */
export function watchIncoming(request: IncomingMessage, copy: ByteCopy): Onward {
  return {
    headers: [...listPassedHeaders(request.rawHeaders), ...listLengthOfNothing(request)],
    isRepeatable: () => !copy.isCut,
    send: (onward) => {
      const bytes = copy.readBytes();
      if (request.readableEnded) return void onward.end(bytes);
      if (bytes.length > 0) onward.write(bytes);
      request.pipe(onward);
    },
  };
}

export function forwardExchange(exchange: ProxyExchange, watch: CallWatch | null, onward: Onward): void {
  const { request, response, route, agents } = exchange;
  const { upstream, path } = route;
  const startedAt = Date.now();
  const sent = (upstream.protocol === "https:" ? https : http).request({
    protocol: upstream.protocol,
    hostname: upstream.hostname,
    port: upstream.port,
    path,
    method: request.method,
    headers: ["host", upstream.host, ...onward.headers],
    agent: agents[upstream.protocol],
    setHost: false,
  });
  const onClose = (): void => {
    if (response.writableFinished) return;
    watch?.noteLeft();
    sent.destroy();
  };
  response.once("close", onClose);
  sent.once("response", (answer) => {
    watch?.noteAnswer(answer);
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, listPassedHeaders(answer.rawHeaders));
    response.flushHeaders();
    answer.pipe(response);
    answer.once("error", () => response.destroy());
    answer.once("aborted", () => response.destroy());
  });
  sent.on("error", (error: NodeJS.ErrnoException) => {
    if (response.headersSent || response.destroyed) return void response.destroy();
    const isStale = sent.reusedSocket && STALE_CODES.has(error.code) && Date.now() - startedAt < STALE_MS_MAX;
    if (isStale && onward.isRepeatable()) {
      response.off("close", onClose);
      return forwardExchange(exchange, watch, onward);
    }
    const problem = `the provider cannot be reached: ${error.code ?? "error"}`;
    watch?.noteFailure(problem);
    refuse(response, 502, problem);
  });
  // Reads the rest of a request that the upstream did not wait for, so that the client reads the answer.
  sent.once("close", () => response.headersSent && request.resume());
  onward.send(sent);
}

export function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", connection: "close" });
  response.end(JSON.stringify({ error: { code: "sightglass_proxy", message } }));
}
