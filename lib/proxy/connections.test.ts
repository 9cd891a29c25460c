import http, { createServer } from "node:http";
import type { RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { recording } from "@/lib/testing/proxy-recording";
import { COPY_BYTES_MAX } from "./copy";
import { recordOfCall } from "./recorded-call";
import { makeProxyServer } from "./serve-proxy";

const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((one) => one.close()));

async function listening(server: http.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => (server.closeAllConnections(), server.close()) });
  return (server.address() as AddressInfo).port;
}

async function waitUntil(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 1_000 && !holds(); i++) await wait(10);
  expect(holds()).toBe(true);
}

async function through(provider: http.Server) {
  const upstream = new URL(`http://127.0.0.1:${await listening(provider)}`);
  const { calls, record } = recording();
  const port = await listening(makeProxyServer({ upstreams: new Map([["anthropic", upstream]]), record }));
  const lines = async (count: number) => {
    await waitUntil(() => calls.length >= count);
    return calls.map((call) => JSON.parse(JSON.stringify(recordOfCall(call))) as Record<string, unknown>);
  };
  return { port, lines, calls };
}

const PATH = "/anthropic/v1/messages";
const BODY = JSON.stringify({ model: "m", messages: [{ role: "user", content: "go" }] });
const OK: RequestListener = (request, response) => {
  request.resume().once("end", () => response.end('{"content":[]}'));
};

function send(
  port: number,
  options: http.RequestOptions,
  body: string | Buffer = BODY,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = http.request({ port, host: "127.0.0.1", path: PATH, method: "POST", ...options }, resolve);
    asked.once("error", reject);
    asked.end(body);
  });
}

describe("connections through the proxy", () => {
  it("serves many calls over one connection, also where the provider closes its idle ones", async () => {
    let asked = 0;
    const provider = createServer(OK);
    // The provider closes the connection before every second request.
    provider.on("connection", (socket) => {
      let requests = 0;
      socket.on("data", (chunk) => {
        if (!chunk.toString("latin1").startsWith("POST")) return;
        asked++;
        if (++requests === 2) socket.resetAndDestroy();
      });
    });
    const { port, calls } = await through(provider);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    for (let i = 0; i < 6; i++) {
      const answer = await send(port, { agent });
      ports.add(answer.socket.localPort);
      expect([answer.statusCode, await text(answer)]).toEqual([200, '{"content":[]}']);
    }
    agent.destroy();
    expect([ports.size, asked > 6]).toEqual([1, true]);
    await waitUntil(() => calls.length === 6);
  });

  it("ends the call at the provider when the client goes, and the record says so", async () => {
    let [begun, ended] = [0, 0];
    const { port, lines } = await through(
      createServer((request, response) => {
        begun++;
        request.resume();
        response.once("close", () => ended++);
        if (request.headers["x-test"] !== "stream") return;
        response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": "br" });
        response.flushHeaders();
        response.write(brotliCompressSync("data: {}\n\n"));
      }),
    );
    const early = http.request({ port, host: "127.0.0.1", path: PATH, method: "POST" });
    early.on("error", () => undefined).end(BODY);
    await waitUntil(() => begun === 1);
    early.destroy();
    await lines(1);
    const streamed = await send(port, { headers: { "x-test": "stream" } });
    streamed.once("error", () => undefined);
    await new Promise((resolve) => streamed.once("data", resolve));
    streamed.destroy();
    const message = "the client closed the connection before the answer was whole";
    expect(await lines(2)).toEqual([
      expect.objectContaining({ error: { message } }),
      expect.objectContaining({ cut: message, response: "data: {}\n\n" }),
    ]);
    await waitUntil(() => ended === 2);
  });

  it("records that a provider could not be reached", async () => {
    const { calls, record } = recording();
    const upstreams = new Map([["anthropic", new URL("http://127.0.0.1:9")]]);
    const port = await listening(makeProxyServer({ upstreams, record }));
    expect((await send(port, {})).statusCode).toBe(502);
    expect(calls).toMatchObject([{ broken: "the provider cannot be reached: ECONNREFUSED", answer: null }]);
  });

  it("passes bytes that are too many to be recorded, and says what is missing", async () => {
    const large = Buffer.alloc(COPY_BYTES_MAX + 1, 32);
    let got = 0;
    const { port, lines } = await through(
      createServer((request, response) => {
        request.on("data", (chunk: Buffer) => (got += chunk.length));
        request.once("end", () => response.end(request.headers["x-test"] === undefined ? large : "{}"));
      }),
    );
    let passed = 0;
    for await (const chunk of await send(port, {})) passed += (chunk as Buffer).length;
    expect(passed).toBe(large.length);
    expect(await lines(1)).toMatchObject([
      { notKept: "the answer is larger than 24 MB and was not recorded", request: { model: "m" } },
    ]);
    got = 0;
    await text(await send(port, { headers: { "x-test": "large", "x-sightglass-session": "s" } }, large));
    expect(got).toBe(large.length);
    const [, second] = await lines(2);
    expect(second).toMatchObject({
      session: "s",
      provider: "anthropic",
      request: {},
      response: {},
      notKept: "the request is larger than 24 MB and was not recorded",
    });
    await text(await send(port, {}, "no JSON"));
    expect((await lines(3))[2]).toMatchObject({
      notKept: expect.stringMatching(/^the request is not JSON and was not recorded/) as string,
    });
  });

  it("takes what a client expects, refuses a websocket, and answers an upgrade to HTTP/2 as HTTP/1.1", async () => {
    const { port } = await through(createServer(OK));
    const upgrade = (to: string) => ({ headers: { connection: "Upgrade", upgrade: to } });
    const refused = await send(port, upgrade("websocket"));
    expect([refused.statusCode, await text(refused)]).toEqual([501, expect.stringContaining("websockets")]);
    expect((await send(port, upgrade("h2c"))).statusCode).toBe(200);
    const socket = connect(port, "127.0.0.1");
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: ${BODY.length}\r\n\r\n`,
    );
    socket.once("data", () => socket.write(BODY));
    const answer = await text(socket);
    expect(answer).toContain("HTTP/1.1 100 Continue");
    expect(answer).toContain("HTTP/1.1 200 OK");
  });

  it("passes other methods and a body that is none", async () => {
    const { port, calls } = await through(
      createServer((request, response) => {
        const { method, headers, url } = request;
        response.setHeader("x-seen", JSON.stringify([method, url, headers["content-length"] ?? null]));
        response.end(method === "HEAD" ? undefined : "text");
      }),
    );
    const seen = async (method: string, path: string) => {
      const answer = await send(port, { method, path: `/anthropic${path}` }, "");
      return [answer.headers["x-seen"], await text(answer)];
    };
    expect(await seen("HEAD", "/v1/models")).toEqual(['["HEAD","/v1/models",null]', ""]);
    expect(await seen("GET", "/v1/models?limit=1")).toEqual(['["GET","/v1/models?limit=1",null]', "text"]);
    expect(await seen("POST", "/v1/cancel")).toEqual(['["POST","/v1/cancel","0"]', "text"]);
    expect(calls).toEqual([]);
  });
});
