import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { FairGate } from "@/lib/fair-gate";
import { isPage, servePage } from "./serve-page";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => servers.splice(0).forEach((server) => (server.closeAllConnections(), server.close())));

const LIMITS = { atOnce: 1, waitingPerKey: 2, waiting: 2 };

/** A server whose pages are made by `make`, which is given the path. */
async function pages(make: (path: string, response: ServerResponse) => Promise<void>) {
  const turns = new FairGate(LIMITS);
  const server = createServer((request, response) => {
    void servePage(turns, "one", response, () => make(request.url ?? "/", response));
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, turns, base: `http://127.0.0.1:${port}` };
}

it("makes no more pages at once than it may, and refuses those that would wait too long", async () => {
  let atOnce = 0;
  let most = 0;
  const { base } = await pages(async (path, response) => {
    most = Math.max(most, ++atOnce);
    await wait(20);
    atOnce--;
    response.end(path);
  });
  const asked = ["/1", "/2", "/3", "/4"].map(async (path) => (await fetch(base + path)).status);
  const statuses = await Promise.all(asked);
  expect([most, statuses.toSorted()]).toEqual([1, [200, 200, 200, 503]]);
});

it("makes no page for a reader that left while waiting", async () => {
  const made: string[] = [];
  let finish = () => {};
  const { base, port, turns } = await pages(async (path, response) => {
    made.push(path);
    if (path === "/1") await new Promise<void>((resolve) => (finish = resolve));
    response.end(path);
  });
  const first = fetch(`${base}/1`);
  await expect.poll(() => made).toEqual(["/1"]);
  const leaving = connect(port, "127.0.0.1");
  leaving.write("GET /2 HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => turns.waiting).toBe(1);
  leaving.destroy();
  await expect.poll(() => turns.waiting).toBe(0);
  finish();
  await first;
  expect([(await fetch(`${base}/3`)).status, made]).toEqual([200, ["/1", "/3"]]);
});

it("is not held up by a reader that takes nothing of its page", async () => {
  const { base, port } = await pages(async (path, response) => {
    if (path !== "/slow") return void response.end("ok");
    while (!response.destroyed)
      if (!response.write("x".repeat(1e6)))
        await Promise.race([once(response, "drain"), once(response, "close")]);
  });
  const slow = connect(port, "127.0.0.1");
  slow.pause();
  slow.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(slow, "connect");
  await wait(50);
  expect((await fetch(base)).status).toBe(200);
  slow.destroy();
});

it("lets a page that failed end its turn", async () => {
  const { base } = await pages((path, response) => {
    response.statusCode = 500;
    response.end(path);
    return Promise.reject(new Error("no page")).catch(() => undefined);
  });
  for (const path of ["/1", "/2", "/3"]) expect((await fetch(base + path)).status).toBe(500);
});

it.each([
  ["/", true],
  ["/docs/api", true],
  ["/nothing.png", true],
  ["/_next/data/x.json", true],
  ["/mcpx", true],
  ["/api/v1/health", false],
  ["/v1/traces", false],
  ["/mcp", false],
  ["/_next/static/a.js", false],
])("%s is a page: %s", (path, expected) => {
  expect(isPage(path)).toBe(expected);
});
