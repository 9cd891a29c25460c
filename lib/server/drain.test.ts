import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { drainAfterAnswer } from "./drain";

const BODY_BYTES = 5_000_000;
const servers: Server[] = [];

afterEach(() => servers.splice(0).forEach((server) => server.close()));

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

async function serving(handle: Handler, limits?: { bytesMax: number; msMax: number }): Promise<number> {
  const server = createServer((request, response) => {
    drainAfterAnswer(request, response, limits);
    void handle(request, response);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const refuse: Handler = (request, response) => {
  response.statusCode = request.method === "GET" ? 200 : 413;
  response.end("answer");
};

const refuseHalfRead: Handler = async (request, response) => {
  if (request.method !== "GET") await Readable.toWeb(request).getReader().read();
  refuse(request, response);
};

async function statusesOf(port: number, bodyBytes: number): Promise<string[]> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${bodyBytes}\r\n\r\n`);
  socket.write(Buffer.alloc(bodyBytes));
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  for (let i = 0; i < 3_000 && !/ 200 /.test(text) && !socket.destroyed; i++) await wait(20);
  socket.destroy();
  return [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = ""]) => status);
}

describe("a connection whose body was refused", () => {
  it.each([
    ["unread", refuse],
    ["half read", refuseHalfRead],
  ])("takes the next request: %s", async (_name, handle) => {
    expect(await statusesOf(await serving(handle), BODY_BYTES)).toEqual(["413", "200"]);
  });

  it("is closed when the body does not end within bounds", async () => {
    const port = await serving(refuseHalfRead, { bytesMax: 1_000_000, msMax: 5_000 });
    expect(await statusesOf(port, BODY_BYTES)).not.toContain("200");
  });

  it("is closed when the body stops coming", async () => {
    const port = await serving(refuse, { bytesMax: 1_000_000, msMax: 100 });
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.resume();
    socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nabc");
    await once(socket, "close");
    expect(socket.destroyed).toBe(true);
  });
});
