import { spawnSync } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Outbox } from "./outbox";
import { compiled } from "@/lib/testing/compiled";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => servers.splice(0).forEach((server) => (server.closeAllConnections(), server.close())));

/** A Sightglass that answers with one status after the other, the last one for ever. */
async function receiver(...statuses: number[]): Promise<{ lines: string[]; url: string }> {
  const lines: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200;
      const sent = body.split("\n");
      const refused = sent.flatMap((line, index) =>
        line.includes("wrong") ? [{ index, path: "id", message: "is wrong" }] : [],
      );
      if (status === 200) lines.push(...sent.filter((line) => !line.includes("wrong")));
      response
        .writeHead(status, { "retry-after": "0" })
        .end(status === 200 ? JSON.stringify({ accepted: sent.length, rejected: refused }) : "{}");
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { lines, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const outbox = (url: string, said: string[] = [], charsMax = 1_000_000, folder: string | null = null) =>
  new Outbox({ url, headers: {}, fetch, say: (problem) => said.push(problem), charsMax, folder });
const LINES = Array.from({ length: 20 }, (_, i) => ({ id: `call-${i}` }));

describe("the outbox of the client", () => {
  it("sends everything once and in order, and comes back after 429 and 503", async () => {
    const { lines, url } = await receiver(429, 503, 200);
    const out = outbox(url);
    for (const line of LINES) out.add(line);
    expect(await out.flush(10_000)).toBe(0);
    expect(lines).toEqual(LINES.map((line) => JSON.stringify(line)));
  });

  it("gives up a record that was refused, says which, and sends the others", async () => {
    const said: string[] = [];
    const { lines, url } = await receiver(503, 413, 413, 200);
    const out = outbox(url, said);
    const became: boolean[] = [];
    // The first finds nobody. Then the three go together, then the first two, then the first alone.
    for (const id of ["too long", "wrong", "right"]) out.add({ id }, (isTaken) => became.push(isTaken));
    expect(await out.flush(5_000)).toBe(1);
    expect(lines).toEqual(['{"id":"too long"}', '{"id":"right"}']);
    expect(said).toEqual(["refused a record: id is wrong; it is not kept"]);
    expect(became).toEqual([true, false, true]);
    const { url: other } = await receiver(413);
    const alone = outbox(other, said);
    alone.add({ id: 1 });
    expect(await alone.flush(5_000)).toBe(1);
    expect(said.at(-1)).toBe("refused a record with status 413; it is not kept");
  });

  it("keeps the records while something else answers, and says so once", async () => {
    const said: string[] = [];
    const { lines, url } = await receiver(404, 404, 200);
    const out = outbox(url, said);
    out.add({ id: 1 });
    await expect.poll(() => out.flush(100)).toBe(0);
    expect(lines).toEqual(['{"id":1}']);
    expect(said).toEqual(["answers with status 404; the records wait"]);
  });

  it("keeps the records while the key is refused, says it once, and sends them when it is accepted", async () => {
    const said: string[] = [];
    const { lines, url } = await receiver(403, 403, 200);
    const out = outbox(url, said);
    out.add({ id: 1 });
    await expect.poll(() => said).toEqual(["refused the key with status 403; the records wait"]);
    await expect.poll(() => out.flush(100)).toBe(0);
    expect(lines).toEqual(['{"id":1}']);
    expect(said).toHaveLength(1);
  });

  it("holds a bounded buffer while nobody answers, and survives what cannot be written", async () => {
    const said: string[] = [];
    const out = outbox("http://127.0.0.1:9", said, 100);
    for (const line of LINES) out.add(line);
    const circle: Record<string, unknown> = {};
    circle.circle = circle;
    out.add(circle);
    expect(await out.flush(50)).toBe(LINES.length + 1);
    expect(said).toHaveLength(1);
  });

  it("lets go of a Sightglass that does not answer, and keeps what it did not take", async () => {
    const server = createServer();
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const asked = once(server, "request") as Promise<[IncomingMessage]>;
    const out = outbox(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    out.add({ id: "call" });
    const [request] = await asked;
    const ended = new Promise((resolve) => request.on("error", resolve));
    expect(await out.flush(50, false)).toBe(1);
    out.release();
    await ended;
    expect(await out.flush(0, false)).toBe(1);
  });

  it("keeps the program while it is waited for, and not at its end, with nobody there to take anything", () => {
    const ended = (last: string) =>
      spawnSync(
        process.execPath,
        [
          compiled(`import { Sightglass } from "./lib/client/index.ts";
           const sightglass = new Sightglass({ url: "http://127.0.0.1:9", onProblem: () => undefined });
           sightglass.session().end("ok");
           ${last}`),
        ],
        { encoding: "utf8" },
      );
    expect(ended("console.log(await sightglass.flush(200) > 0 ? 'left' : 'sent');")).toMatchObject({
      status: 0,
      stdout: "left\n",
    });
    expect(ended("console.log('done');")).toMatchObject({ status: 0, stdout: "done\n" });
  });
});
