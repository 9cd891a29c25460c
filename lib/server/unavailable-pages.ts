import type { ServerResponse } from "node:http";

const RETRY_AFTER_S = 2;
const NOTED_MAX = 1_000;

/** Global to the process, because the pages and the server are in different bundles. */
const shared = globalThis as { sightglassUnavailable?: Set<string> };
const noted = (shared.sightglassUnavailable ??= new Set());

/**
 * The database was away when the page was made.
 * @param nonce of the request
 */
export function noteUnavailable(nonce: string): void {
  if (noted.size >= NOTED_MAX) noted.clear();
  noted.add(nonce);
}

/** With 503 and `Retry-After` instead of 500. */
export function answerUnavailable(response: ServerResponse, nonce: string): void {
  const send = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = ((status: number, ...more: unknown[]) => {
    if (status !== 500 || !noted.delete(nonce)) return send(status, ...more);
    response.setHeader("retry-after", String(RETRY_AFTER_S));
    return send(503, ...more.filter((part) => typeof part !== "string"));
  }) as ServerResponse["writeHead"];
  response.once("close", () => noted.delete(nonce));
}
