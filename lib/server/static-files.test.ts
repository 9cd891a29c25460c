import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { servePacked } from "./static-files";

const CODE = "console.log('hello');".repeat(50);
const folder = mkdtempSync(path.join(os.tmpdir(), "static-"));
const server = createServer((asked, response) => {
  void servePacked(asked, response, path.join(folder, "static")).then((done) => {
    if (!done) response.writeHead(404).end("left to the app");
  });
});

beforeAll(async () => {
  mkdirSync(path.join(folder, "static/chunks"), { recursive: true });
  writeFileSync(path.join(folder, "static/chunks/a.js.br"), brotliCompressSync(CODE));
  writeFileSync(path.join(folder, "secret.js.br"), brotliCompressSync("secret"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** `fetch` would normalise the path. */
function get(where: string, accepted: string, method = "GET"): Promise<Got> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const headers = { "accept-encoding": accepted };
    request({ host: "127.0.0.1", port, path: where, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      );
    })
      .on("error", reject)
      .end();
  });
}

describe("the packed scripts of the app", () => {
  it("are sent as they lie there, and kept by the browser for good", async () => {
    const { status, headers, body } = await get("/_next/static/chunks/a.js?dpl=1", "gzip, br");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "application/javascript; charset=UTF-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
    });
    expect(brotliDecompressSync(body).toString()).toBe(CODE);
    expect((await get("/_next/static/chunks/a.js", "br", "HEAD")).body).toHaveLength(0);
  });

  it.each([
    ["a reader that does not take Brotli", "/_next/static/chunks/a.js", "gzip"],
    ["a reader that refuses Brotli", "/_next/static/chunks/a.js", "gzip, br;q=0"],
    ["a file that was not packed", "/_next/static/chunks/b.js", "br"],
    ["another kind of file", "/_next/static/media/a.woff2", "br"],
    ["a place outside the folder", "/_next/static/../secret.js", "br"],
    ["an escaped place outside the folder", "/_next/static/%2e%2e/secret.js", "br"],
    ["a page", "/sessions/a.js", "br"],
  ])("are left to the app for %s", async (_what, where, accepted) => {
    expect((await get(where, accepted)).body.toString()).toBe("left to the app");
  });
});
