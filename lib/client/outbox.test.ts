import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Outbox } from "./outbox";

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
      if (status === 200) lines.push(...body.split("\n"));
      response.writeHead(status, { "retry-after": "0" }).end("{}");
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { lines, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const outbox = (url: string, said: string[] = [], charsMax = 1_000_000) =>
  new Outbox({ url, headers: {}, fetch, say: (problem) => said.push(problem), charsMax });
const LINES = Array.from({ length: 20 }, (_, i) => ({ id: `call-${i}` }));

describe("the outbox of the client", () => {
  it("sends everything once and in order, and comes back after 429 and 503", async () => {
    const { lines, url } = await receiver(429, 503, 200);
    const out = outbox(url);
    for (const line of LINES) out.add(line);
    expect(await out.flush(10_000)).toBe(0);
    expect(lines).toEqual(LINES.map((line) => JSON.stringify(line)));
  });

  it("says what was refused, and does not send it again", async () => {
    const said: string[] = [];
    const { url } = await receiver(413);
    const out = outbox(url, said);
    out.add({ id: 1 });
    expect(await out.flush(5_000)).toBe(1);
    expect(said).toEqual(["refused records with status 413; they are not kept"]);
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

  it("keeps the program while it is waited for, and not at its end, with nobody there to take anything", () => {
    const ended = (last: string) =>
      spawnSync(
        process.execPath,
        [
          "--import",
          "tsx",
          "--input-type=module",
          "-e",
          `import { Sightglass } from "./lib/client/index.ts";
           const sightglass = new Sightglass({ url: "http://127.0.0.1:9", onProblem: () => undefined });
           sightglass.session().end("ok");
           ${last}`,
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
