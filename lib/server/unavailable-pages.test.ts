import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { answerUnavailable, noteUnavailable } from "./unavailable-pages";

async function statusOf(status: number, noted: boolean): Promise<readonly [number, string | null]> {
  const server = createServer((_, response) => {
    answerUnavailable(response, "nonce");
    if (noted) noteUnavailable("nonce");
    response.statusCode = status;
    response.end("a page");
  }).listen(0);
  await once(server, "listening");
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  server.close();
  return [answer.status, answer.headers.get("retry-after")];
}

it("a page that cannot be made without the database is to be asked for again, and no other is", async () => {
  expect(await statusOf(500, true)).toEqual([503, "2"]);
  expect(await statusOf(500, false)).toEqual([500, null]);
  expect(await statusOf(200, true)).toEqual([200, null]);
  expect(await statusOf(500, false)).toEqual([500, null]);
});
