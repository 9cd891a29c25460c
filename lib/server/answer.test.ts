import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { answerAtOnce, answerWith } from "./answer";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function serving(
  handler: (request: Request) => Promise<Response>,
  answer = answerWith,
): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    outgoing.setHeader("x-of-the-server", "kept");
    void answer(handler, incoming, outgoing);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each([
  ["as the body arrives", answerWith],
  ["with the body in one piece", answerAtOnce],
])("hands on method, address, headers and body, and gives back what is answered, %s", async (_, answer) => {
  const base = await serving(
    async (request) =>
      Response.json(
        {
          method: request.method,
          search: new URL(request.url).search,
          said: request.headers.get("x-said"),
          body: await request.text(),
        },
        { status: 429, headers: { "retry-after": "2" } },
      ),
    answer,
  );
  const body = "é".repeat(100_000);
  const response = await fetch(`${base}/path?a=1`, { method: "POST", body, headers: { "x-said": "so" } });
  expect([
    response.status,
    response.headers.get("retry-after"),
    response.headers.get("x-of-the-server"),
  ]).toEqual([429, "2", "kept"]);
  expect(await response.json()).toEqual({ method: "POST", search: "?a=1", said: "so", body });
});

it("answers a request whose body nobody reads", async () => {
  const base = await serving(() => Promise.resolve(new Response("no", { status: 413 })));
  const response = await fetch(base, { method: "POST", body: "x".repeat(1_000) });
  expect([response.status, await response.text()]).toEqual([413, "no"]);
});

it("has as many pieces at once as it may, and goes on after a sender that hung up", async () => {
  const echo = async (request: Request) => new Response(String((await request.text()).length));
  const base = await serving(echo, answerAtOnce);
  const { port } = new URL(base);
  const cut = connect(Number(port), "127.0.0.1");
  cut.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\npart");
  await once(cut, "connect");
  cut.destroy();
  const sizes = [0, 1_000, 3 * 1024 * 1024];
  const sent = sizes.map(async (size) => {
    const response = await fetch(base, { method: "POST", body: "x".repeat(size) });
    return Number(await response.text());
  });
  expect(await Promise.all(sent)).toEqual(sizes);
});
