import { createServer } from "node:http";
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { endWhenStalled } from "./stalled-bodies";

const LIMITS = { lookMs: 20, stalledMs: 200 };
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function sender(readsAfterMs = 0): Promise<Socket> {
  const server = createServer((request, response) => {
    endWhenStalled(request, response, LIMITS);
    void (async () => {
      await wait(readsAfterMs);
      for await (const _chunk of request) continue;
      if (!response.headersSent) response.end("taken");
    })().catch(() => undefined);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  closing.push(() => (socket.destroy(), server.closeAllConnections(), server.close()));
  return socket;
}

const HEAD = "POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n";

describe("a body that stops in the middle", () => {
  it.each([
    ["with a length", "content-length: 100\r\n\r\nhalf"],
    ["in chunks", "transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n"],
    ["before it begins", "content-length: 100\r\n\r\n"],
  ])("gives its place back: %s", async (_, rest) => {
    const socket = await sender();
    socket.write(HEAD + rest);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [^]*the body stopped in the middle/);
  });

  it("is not one that arrives slowly, or waits here for its turn", async () => {
    const slow = await sender();
    slow.write(`${HEAD}content-length: 10\r\n\r\n`);
    for (let i = 0; i < 10; i++) {
      await wait(50);
      slow.write("x");
    }
    expect(await text(slow)).toMatch(/^HTTP\/1\.1 200 /);
    const early = await sender(500);
    early.write(`${HEAD}content-length: 4\r\n\r\nhalf`);
    expect(await text(early)).toMatch(/^HTTP\/1\.1 200 /);
  });
});
