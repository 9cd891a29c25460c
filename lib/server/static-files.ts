import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};
const PREFIX = "/_next/static/";
const NAME = /^[\w~-][\w.~-]*$/;
/** The name of such a file contains the hash of its content, so it never changes. */
const CACHE = "public, max-age=31536000, immutable";

/**
 * Answers a request for a script or a style with the Brotli file from the build, which is about a seventh
 * smaller than compression at the request.
 * @param folder the folder of the build's static files
 * @returns whether it answered. Other files, and clients without Brotli, are left to the app
 */
export async function servePacked(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
): Promise<boolean> {
  const file = findPackedFile(request);
  if (file === null) return false;
  const { name, type } = file;
  const place = path.join(folder, `${name}.br`);
  const found = await stat(place).catch(() => null);
  if (found?.isFile() !== true) return false;
  response.writeHead(200, {
    "content-type": type,
    "content-encoding": "br",
    "content-length": found.size,
    "cache-control": CACHE,
    vary: "Accept-Encoding",
  });
  if (request.method === "HEAD") response.end();
  // A client that leaves ends the stream. Nobody needs the error.
  else await pipeline(createReadStream(place), response).catch(() => undefined);
  return true;
}

function findPackedFile({
  method,
  url = "",
  headers,
}: IncomingMessage): { name: string; type: string } | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const at = url.split("?", 1)[0] ?? "";
  const type = TYPES[path.posix.extname(at)];
  if (!at.startsWith(PREFIX) || type === undefined || !isBrotliAccepted(headers["accept-encoding"]))
    return null;
  const name = at.slice(PREFIX.length);
  return name.split("/").every((part) => NAME.test(part)) ? { name, type } : null;
}

function isBrotliAccepted(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? "")
    .split(",")
    .map((one) => one.trim().toLowerCase())
    .some((one) => one === "br" || (one.startsWith("br;") && !/;\s*q=0(\.0*)?$/.test(one)));
}
