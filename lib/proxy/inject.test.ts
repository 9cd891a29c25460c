import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { InjectedLibrary } from "./inject";
import { describeRecorded } from "./recorded-line";

const AGENT = `
const ask = (base, text) => fetch(base + "/chat/completions", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ model: "m", messages: [{ role: "user", content: text }] }),
}).then((answer) => answer.json());
console.log((await ask(process.env.DIRECT, "past the proxy")).choices[0].message.content);
await ask(process.env.LED, "through the proxy");
await fetch(process.env.DIRECT + "/orders", { method: "POST", body: "{}" });
`;

describe("a Node program that is run", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass with space-"));
  const library = path.join(folder, "record-node.cjs");
  const taken: unknown[] = [];
  const servers = [
    createServer(answerModel),
    createServer(answerModel),
    createServer((request, response) => void take(request, response)),
  ];
  let origins: readonly string[] = [];

  function answerModel(_: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content: "Found." } }] }));
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const lines = Buffer.concat(await request.toArray())
      .toString("utf8")
      .split("\n")
      .filter(Boolean);
    taken.push(...lines.map((line) => (JSON.parse(line) as { request: unknown }).request));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ accepted: lines.length, rejected: [] }));
  }

  beforeAll(async () => {
    const entryPoints = ["lib/proxy/record-node.ts"];
    await build({ entryPoints, outfile: library, bundle: true, platform: "node", format: "cjs" });
    for (const server of servers) await once(server.listen(0, "127.0.0.1"), "listening");
    origins = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    writeFileSync(path.join(folder, "agent.mjs"), AGENT);
  });

  afterAll(() => {
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true });
  });

  async function ran(injected: InjectedLibrary, env: Readonly<Record<string, string>>): Promise<string> {
    const [direct = "", led = "", url = ""] = origins;
    const variables = injected.variables(url, led, env);
    const own = { ...process.env, SIGHTGLASS_OUTBOX: path.join(folder, "outbox"), DIRECT: direct, LED: led };
    const child = spawn(process.execPath, ["agent.mjs"], {
      cwd: folder,
      env: { ...own, ...env, ...variables },
    });
    let said = "";
    child.stdout.on("data", (chunk) => (said += String(chunk)));
    child.stderr.on("data", (chunk) => (said += String(chunk)));
    const [code] = (await once(child, "close")) as [number];
    return `${said}${code}`;
  }

  it("has the calls recorded that the proxy cannot see, and only those", async () => {
    const injected = new InjectedLibrary(library);
    expect(await ran(injected, { NODE_OPTIONS: "--no-deprecation" })).toBe("Found.\n0");
    expect(taken).toMatchObject([{ messages: [{ content: "past the proxy" }] }]);
    expect(injected.end()).toEqual({ programs: 1, calls: 1, sessions: [expect.any(String)], unsent: 0 });
    expect(injected.end()).toEqual({ programs: 0, calls: 0, sessions: [], unsent: 0 });
  });

  it("runs as before where the library is not there", async () => {
    const injected = new InjectedLibrary(path.join(folder, "none.cjs"));
    taken.length = 0;
    expect(await ran(injected, {})).toBe("Found.\n0");
    expect(taken).toEqual([]);
    injected.end();
  });
});

describe("the line at the end of a run", () => {
  const NONE = { calls: 0, waiting: 0, lost: 0, addresses: [], unseen: [] };

  it("says what was recorded, what waits where, and what could not be seen", () => {
    const addresses = Array.from({ length: 7 }, (_, n) => `http://127.0.0.1:4318/sessions/${n}`);
    const line = describeRecorded({
      ...NONE,
      calls: 9,
      waiting: 1,
      lost: 2,
      addresses,
      unseen: ["GROQ_API_KEY: why"],
    });
    expect(line).toContain("9 calls recorded: http://127.0.0.1:4318/sessions/0 http");
    expect(line).toContain("/4 and 2 more · 1 call in ");
    expect(line).toMatch(/which the next run sends · 2 calls lost · not seen: GROQ_API_KEY: why$/);
    expect(line).not.toContain("\n");
    expect(describeRecorded(NONE)).toBe("no model call was recorded");
  });
});
