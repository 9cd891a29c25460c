import type { IncomingMessage } from "node:http";

export const SESSION_HEADER = "x-sightglass-session";

/** Headers of one connection, and the proxy's own. */
const OWN_HEADERS = new Set([
  "host",
  "connection",
  "keep-alive",
  "proxy-connection",
  "upgrade",
  "http2-settings",
  "expect",
  SESSION_HEADER,
]);
const WITH_BODY: ReadonlySet<string | undefined> = new Set(["POST", "PUT", "PATCH"]);

/** @param raw names and values in turn, as in Node */
export function listPassedHeaders(
  raw: readonly string[],
  dropped: ReadonlySet<string> = new Set(),
): string[] {
  const isPassed = (name: string) => !OWN_HEADERS.has(name) && !dropped.has(name);
  return raw.flatMap((name, i) =>
    i % 2 === 0 && isPassed(name.toLowerCase()) ? [name, raw[i + 1] ?? ""] : [],
  );
}

/** Without this header, Node would send an empty body in chunks. */
export function listLengthOfNothing({ method, headers }: IncomingMessage): string[] {
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  return WITH_BODY.has(method) && !hasBody ? ["content-length", "0"] : [];
}
