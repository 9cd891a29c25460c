import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { warmFirstPage, warmUp } from "./warm-up";

it("asks for pages one at a time, each when the process is ready, whatever becomes of them", async () => {
  const asked: string[] = [];
  let [underWay, most, readied] = [0, 0, 0];
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.headers.host} ${incoming.url}`);
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay--;
      if (asked.length % 2 === 0) outgoing.destroy();
      else outgoing.writeHead(500).end("no");
    }, 5);
  });
  await once(server.listen(0, "0.0.0.0"), "listening");
  const place = server.address() as AddressInfo;
  const door = { place, host: "sightglass.example" };
  const ready = () => Promise.resolve(void readied++);
  await warmFirstPage(door);
  expect(asked).toEqual(["GET sightglass.example /"]);
  await warmUp(door, ready);
  expect(new Set(asked).size).toBe(asked.length);
  expect([most, readied]).toEqual([1, asked.length - 1]);
  server.close();
  await once(server, "close");
  await warmFirstPage(door);
  await warmUp(door, ready);
  expect(readied).toBe(2 * (asked.length - 1));
});
