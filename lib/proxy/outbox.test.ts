import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Outbox } from "./outbox";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => servers.splice(0).forEach((server) => (server.closeAllConnections(), server.close())));

async function receiver(...statuses: number[]) {
  return answering(() => (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200);
}

async function answering(statusOf: () => number, answerTo: (lines: string[]) => object = () => ({})) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      const status = statusOf();
      if (status === 200) bodies.push(...body.split("\n"));
      response.writeHead(status, { "retry-after": "0" }).end(JSON.stringify(answerTo(body.split("\n"))));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { bodies, target: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) };
}

const LINES = Array.from({ length: 20 }, (_, i) => JSON.stringify({ id: `call-${i}` }));

describe("the outbox of the proxy", () => {
  it("sends every call once and in order", async () => {
    const { bodies, target } = await receiver(200);
    const outbox = new Outbox({ target, apiKey: null, say: () => undefined });
    for (const line of LINES) outbox.add(line);
    expect(await outbox.close(5_000)).toBe(0);
    expect(bodies).toEqual(LINES);
  });

  it("tries again when Sightglass was busy or failed", async () => {
    const { bodies, target } = await receiver(429, 503, 500, 200);
    const outbox = new Outbox({ target, apiKey: null, say: () => undefined });
    for (const line of LINES) outbox.add(line);
    expect(await outbox.close(10_000)).toBe(0);
    expect(bodies).toEqual(LINES);
  });

  it("reports refused calls as lost", async () => {
    const said: string[] = [];
    const { target } = await receiver(403);
    const outbox = new Outbox({ target, apiKey: "wrong", say: (text) => said.push(text) });
    outbox.add(LINES[0] ?? "");
    expect(await outbox.close(5_000)).toBe(1);
    expect(said).toEqual(["Sightglass refused calls with status 403; they are not recorded."]);
  });

  it("tells of each call what became of it, and names those that were refused", async () => {
    const said: string[] = [];
    const outcomes: boolean[] = [];
    const { target } = await answering(
      () => 200,
      (lines) => ({
        rejected: lines.flatMap((line, index) =>
          line === LINES[2] ? [{ index, path: "session", message: "expected the session" }] : [],
        ),
      }),
    );
    const outbox = new Outbox({ target, apiKey: null, say: (text) => said.push(text) });
    for (const line of LINES.slice(0, 4)) outbox.add(line, (isRecorded) => outcomes.push(isRecorded));
    expect(await outbox.close(5_000)).toBe(1);
    expect(outcomes).toEqual([true, true, false, true]);
    expect(said).toEqual([expect.stringContaining("session expected the session")]);
  });
});
