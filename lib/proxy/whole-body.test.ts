import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readWholeBody } from "./serve-proxy";

const LIMIT = 100_000;
const server = createServer((request, response) => {
  void readWholeBody(request, LIMIT).then(async ({ bytes, isWhole }) => {
    const rest = isWhole ? "" : await text(request);
    response.end(JSON.stringify({ isWhole, body: bytes.toString("latin1") + rest }));
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

it.each([
  ["empty", 0, true],
  ["as large as the limit", LIMIT, true],
  ["larger", 20 * LIMIT, false],
])("a request that is %s loses no byte", async (_, length, isWhole) => {
  const body = Array.from({ length }, (__, i) => String(i % 10)).join("");
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body });
  const read = (await answer.json()) as { isWhole: boolean; body: string };
  expect([read.isWhole, read.body.length, read.body === body]).toEqual([isWhole, length, true]);
});
