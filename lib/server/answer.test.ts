import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { readBodyBytes } from "@/lib/http/read-body";
import { toAppError } from "@/lib/http/respond";
import type { Handler } from "@/lib/http/serve";
import { answerUpTo, answerWith } from "./answer";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

type Answer = (handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse) => Promise<unknown>;

async function serving(handler: Handler, answer: Answer = answerWith): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    outgoing.setHeader("x-of-the-server", "kept");
    void answer(handler, incoming, outgoing);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("hands on method, address, headers and body, and gives back what is answered", async () => {
  const base = await serving(async (request) =>
    Response.json(
      {
        method: request.method,
        search: new URL(request.url).search,
        said: request.headers.get("x-said"),
        body: await request.text(),
      },
      { status: 429, headers: { "retry-after": "2" } },
    ),
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

it("knows who asks before anything of a body is read, and refuses who sends none of it", async () => {
  const base = await serving((request) =>
    Promise.resolve(new Response("no", { status: request.headers.has("authorization") ? 200 : 401 })),
  );
  const socket = connect(Number(new URL(base).port), "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n");
  const [said] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  expect(said.toString()).toContain("401");
});

it("goes on after a sender that hung up, who is told nothing and who is no error of the server", async () => {
  const errors: unknown[] = [];
  const echo: Handler = async (request) => {
    const text = await request.text().catch((error: unknown) => {
      errors.push(toAppError(error).code);
      return "";
    });
    return new Response(String(text.length));
  };
  const base = await serving(echo);
  const cut = connect(Number(new URL(base).port), "127.0.0.1");
  cut.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\npart");
  await once(cut, "connect");
  cut.destroy();
  const sizes = [0, 1_000, 3 * 1024 * 1024];
  const sent = sizes.map(async (size) => {
    const response = await fetch(base, { method: "POST", body: "x".repeat(size) });
    return Number(await response.text());
  });
  expect(await Promise.all(sent)).toEqual(sizes);
  await expect.poll(() => errors).toEqual(["unavailable"]);
});

const MAX = 1_000;
const LIMITS = { wireBytesMax: 1e6, bodyBytesMax: 1e6 };

it.each([
  ["small", Buffer.alloc(MAX, "a"), {}, true],
  ["large by a byte", Buffer.alloc(MAX + 1, "a"), {}, false],
  ["small of many values", Buffer.from(`[${"[],".repeat(40)}[]]`), {}, false],
  ["small when compressed", gzipSync(Buffer.alloc(50_000, "a")), { "content-encoding": "gzip" }, false],
])("a %s body is answered here, or given on as it came: %s", async (_, body, headers, isHere) => {
  for (const isAnnounced of [true, false]) {
    const base = await serving(
      async (request) =>
        readBodyBytes(request, LIMITS).then(
          ({ length }) => new Response(`here ${length}`),
          (error: unknown) => Response.json({ code: toAppError(error).code }),
        ),
      async (handler, incoming, outgoing) => {
        const taken = await answerUpTo(MAX, handler, incoming, outgoing);
        if (taken === null) return;
        const chunks = [...taken];
        for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
        outgoing.end(Buffer.concat(chunks));
      },
    );
    const sent = isAnnounced ? body : new Blob([body]).stream();
    const response = await fetch(base, {
      method: "POST",
      body: sent,
      headers,
      duplex: "half",
    } as RequestInit);
    const answer = Buffer.from(await response.arrayBuffer());
    if (isHere) expect(answer.toString()).toBe(`here ${body.length}`);
    else expect(answer.equals(body)).toBe(true);
  }
});
