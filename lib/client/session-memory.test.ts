import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { PolicyChoice } from ".";
import { Sightglass } from ".";

const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-memory-"));
const MONTH_MS = 31 * 24 * 3_600_000;
const asked: Record<string, unknown>[] = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
  request.on("end", () => {
    if (request.url !== "/api/v1/runtime/apply") return void response.end('{"accepted":1}');
    const question = JSON.parse(body) as { messages: unknown[] };
    asked.push(question);
    const state = { cleared: asked.length };
    response.end(
      JSON.stringify({ messages: question.messages, left: [], fits: null, pins: { held: [] }, state }),
    );
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a session with a name", () => {
  it("counts on in another process, with the state of its policies, and only under its own key", async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const process = (id = "order", apiKey?: string) =>
      new Sightglass({ url, folder, timeoutMs: 5_000, ...(apiKey !== undefined && { apiKey }) }).session({
        id,
      });
    const policy: PolicyChoice = { kind: "none" };
    const turn = async (session: ReturnType<typeof process>) => {
      await session.apply([{ role: "user", content: "Go" }], { policy });
      session.beginCall({ model: "m" })({ response: {} });
    };
    const first = process();
    await turn(first);
    await turn(first);
    const second = process();
    expect(second.turn).toBe(2);
    await turn(second);
    expect(asked.map(({ turn: at, state }) => [at, state])).toEqual([
      [0, undefined],
      [1, { cleared: 1 }],
      [2, { cleared: 2 }],
    ]);
    expect([process("other").turn, process("order", "sgk_other").turn, process().turn]).toEqual([0, 0, 3]);
    const [places = ""] = readdirSync(folder).filter((name) =>
      readdirSync(path.join(folder, name)).some((file) => /^\w{64}\.json$/.test(file)),
    );
    const [file = ""] = readdirSync(path.join(folder, places));
    expect(statSync(path.join(folder, places, file)).mode & 0o777).toBe(0o600);
  });

  it("is forgotten after a month without a turn", async () => {
    const sightglass = () =>
      new Sightglass({ url: "http://127.0.0.1:9", folder, onProblem: () => undefined });
    sightglass().session({ id: "old" }).beginCall({ model: "m" })({ response: {} });
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\/\w{64}\.json$/.test(name),
    );
    expect(sightglass().session({ id: "old" }).turn).toBe(1);
    for (const name of files)
      utimesSync(path.join(folder, name), new Date(), new Date(Date.now() - MONTH_MS));
    vi.resetModules();
    const fresh = await import(".");
    const options = { url: "http://127.0.0.1:9", folder, onProblem: () => undefined };
    expect(new fresh.Sightglass(options).session({ id: "old" }).turn).toBe(0);
  });
});
