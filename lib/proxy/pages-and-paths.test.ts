import http, { createServer } from "node:http";
import net, { type AddressInfo } from "node:net";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { recording } from "@/lib/testing/proxy-recording";
import { makeProxyServer } from "./serve-proxy";

const open: http.Server[] = [];
afterEach(() => open.splice(0).forEach((server) => (server.closeAllConnections(), server.close())));

async function listening(server: http.Server): Promise<number> {
  open.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function proxyBefore(base: string) {
  const asked: string[] = [];
  const provider = await listening(
    createServer((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    }),
  );
  const upstreams = new Map([["openai", new URL(`http://127.0.0.1:${provider}${base}`)]]);
  const port = await listening(makeProxyServer({ upstreams, record: recording().record }));
  return { port, asked };
}

function status(port: number, path: string, headers: http.OutgoingHttpHeaders = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", path, method: "POST", headers };
    http
      .request(options, (answer) => void answer.resume().once("end", () => resolve(answer.statusCode ?? 0)))
      .once("error", reject)
      .end("{}");
  });
}

const PATH = "/openai/v1/chat/completions";

describe("a page in a browser", () => {
  it.each([
    ["of another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["that hides its origin", { origin: "null" }],
    ["on another port of this machine", { "sec-fetch-site": "same-site" }],
    ["with a form or an image, which name no origin", { "sec-fetch-site": "cross-site" }],
    ["that the proxy itself passed on", { "sec-fetch-site": "same-origin" }],
    ["that rebound its name to this machine", { host: "evil.example:4320" }],
  ])("%s cannot send anything through the proxy", async (_, headers) => {
    const { port, asked } = await proxyBefore("");
    expect(await status(port, PATH, headers)).toBe(403);
    expect(asked).toEqual([]);
  });

  it("is what no program looks like", async () => {
    const { port, asked } = await proxyBefore("");
    expect(await status(port, PATH, { "sec-fetch-mode": "cors" })).toBe(200);
    expect(asked).toEqual(["/v1/chat/completions"]);
  });
});

describe("a request that names its host twice", () => {
  it("goes nowhere", async () => {
    const { port, asked } = await proxyBefore("");
    const socket = net.connect(port, "127.0.0.1");
    socket.write(
      `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    expect(asked).toEqual([]);
  });
});

describe("a path with steps upwards", () => {
  it.each([
    "/openai/../other-team/v1/chat/completions",
    "/openai/%2e%2e/other-team/v1",
    "/openai/v1/../../../other-team",
    "/openai/..\\other-team",
  ])("does not leave the upstream's own: %s", async (path) => {
    const { port, asked } = await proxyBefore("/team");
    await status(port, path);
    expect(asked.filter((one) => !one.startsWith("/team/"))).toEqual([]);
  });

  it("is recorded and called as what it means", async () => {
    const { port, asked } = await proxyBefore("/team");
    await status(port, "/openai/v1/files/../chat/./completions?x=..");
    expect(asked).toEqual(["/team/v1/chat/completions?x=.."]);
  });
});
