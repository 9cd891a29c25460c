import type { ServerResponse } from "node:http";

const RETRY_AFTER_S = 2;
const NOTED_MAX = 1_000;

/** Global to the process, because pages are another bundle than the server that answers with them. */
const shared = globalThis as { sightglassUnavailable?: Set<string> };
const noted = (shared.sightglassUnavailable ??= new Set());

/** Notes that the page of a request could not be made because the database is away. @param nonce of the request */
export function noteUnavailable(nonce: string): void {
  if (noted.size >= NOTED_MAX) noted.clear();
  noted.add(nonce);
}

/** Has a page that could not be made because the database is away answered with 503 and `Retry-After`, not with 500. */
export function answerUnavailable(response: ServerResponse, nonce: string): void {
  const send = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = ((status: number, ...more: unknown[]) => {
    if (status !== 500 || !noted.delete(nonce)) return send(status, ...more);
    response.setHeader("retry-after", String(RETRY_AFTER_S));
    return send(503, ...more.filter((part) => typeof part !== "string"));
  }) as ServerResponse["writeHead"];
  response.once("close", () => noted.delete(nonce));
}
