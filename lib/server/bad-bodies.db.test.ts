import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@/lib/api/endpoints";
import { JSON_BODY_BYTES_MAX } from "@/lib/api/limits/http";
import { answerRequest } from "@/lib/routes/table";
import { testDatabase } from "@/lib/testing/database";

import { drainAfterAnswer } from "./drain";

testDatabase();

const ANSWER_MS = 60_000;
const GOOD = "/api/v1/health";
const whole = gzipSync(JSON.stringify({ events: [], text: "of the order desk ".repeat(5_000) }));

const BAD: Readonly<Record<string, { body: Buffer; headers?: Readonly<Record<string, string>> }>> = {
  empty: { body: Buffer.alloc(0) },
  "not JSON": { body: Buffer.from("neither fish nor fowl") },
  "half of its JSON": { body: Buffer.from('{"events":[{"id":"1"') },
  "JSON of another shape": { body: Buffer.from('[[{"a":[]}],null,1e400]') },
  "not UTF-8": { body: Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]) },
  "a type that nobody reads": {
    body: Buffer.alloc(200_000, "a"),
    headers: { "content-type": "image/png" },
  },
  "an encoding that nobody reads": {
    body: Buffer.alloc(200_000, "a"),
    headers: { "content-encoding": "br" },
  },
  "no gzip, though it says so": {
    body: Buffer.alloc(200_000, "a"),
    headers: { "content-encoding": "gzip" },
  },
  "half of its gzip": {
    body: whole.subarray(0, whole.length / 2),
    headers: { "content-encoding": "gzip" },
  },
  "a body that blows up": {
    body: gzipSync(Buffer.alloc(12 * 1024 * 1024, " ")),
    headers: { "content-encoding": "gzip" },
  },
  "more than most routes take": { body: Buffer.alloc(JSON_BODY_BYTES_MAX + 100_000, " ") },
};

let server: Server;
let port = 0;

async function answer(incoming: IncomingMessage): Promise<Response> {
  const method = incoming.method ?? "GET";
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const body = method === "GET" ? {} : { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" };
  return answerRequest(new Request(`http://127.0.0.1${incoming.url ?? "/"}`, { method, headers, ...body }));
}

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    drainAfterAnswer(incoming, outgoing);
    void answer(incoming).then(async (response) => {
      const body = Buffer.from(await response.arrayBuffer());
      outgoing.writeHead(response.status, { "content-length": body.length }).end(body);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

class Line {
  readonly statuses: string[] = [];
  private readonly socket: Socket = connect(port, "127.0.0.1");

  constructor() {
    this.socket.on("data", (chunk: Buffer) => {
      for (const [, status = ""] of chunk.toString("latin1").matchAll(/HTTP\/1\.1 (\d+)/g))
        this.statuses.push(status);
    });
    this.socket.on("error", () => undefined);
  }

  send(method: string, path: string, body: Buffer, headers: Readonly<Record<string, string>>): void {
    const lines = Object.entries({ host: "x", ...headers }).map(([name, value]) => `${name}: ${value}`);
    this.socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    if (body.length > 0) this.socket.write(body);
  }

  async answered(count: number): Promise<void> {
    const until = Date.now() + ANSWER_MS;
    while (this.statuses.length < count && !this.socket.closed && Date.now() < until) await wait(2);
  }

  end(): void {
    this.socket.destroy();
  }
}

const reading = ENDPOINTS.filter(({ body }) => body !== undefined);

it.each(Object.entries(BAD))(
  "%s: every route answers, and the next request on the connection is answered too",
  async (_, { body, headers }) => {
    for (const { method, path } of reading) {
      const line = new Line();
      line.send(method, `${path.replace(/\{[^}]+\}/g, "unknown")}?background=true`, body, {
        "content-type": "application/json",
        "content-length": String(body.length),
        ...headers,
      });
      await line.answered(1);
      line.send("GET", GOOD, Buffer.alloc(0), {});
      await line.answered(2);
      line.end();
      expect({ method, path, statuses: line.statuses }).toEqual({
        method,
        path,
        statuses: [expect.toSatisfy((status) => Number(status) < 500), "200"],
      });
    }
  },
);
