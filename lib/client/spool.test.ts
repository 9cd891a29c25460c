import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, it } from "vitest";
import { Outbox } from "./outbox";
import { compiled } from "@/lib/testing/compiled";

const open: (() => unknown)[] = [];
afterAll(() => open.splice(0).forEach((close) => close()));

function ownFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-spool-"));
  open.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A model provider and a Sightglass at one address. @param statusOf what Sightglass answers to a key */
async function house(statusOf: (key: string) => number) {
  const taken: { id: string; session: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      if (request.url === "/v1/chat/completions") return void response.end('{"choices":[]}');
      const status = statusOf(request.headers.authorization ?? "");
      const sent = body.split("\n").map((line) => JSON.parse(line) as { id: string; session: string });
      if (status === 200) taken.push(...sent);
      response.writeHead(status).end(status === 200 ? JSON.stringify({ accepted: sent.length }) : "{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => (server.closeAllConnections(), server.close()));
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** An agent in a process of its own: three answered calls, and then `last`. */
async function agent(url: string, folder: string, last: string): Promise<void> {
  const script = `
    import { Sightglass } from "./lib/client/index.ts";
    const session = new Sightglass({ url: "${url}", onProblem: () => undefined }).session();
    const call = session.fetch();
    for (const number of [1, 2, 3]) {
      const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Call " + number }] });
      await (await call("${url}/v1/chat/completions", { method: "POST", body })).json();
    }
    console.log("answered");
    ${last}`;
  const child = spawn(process.execPath, [compiled(script)], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, SIGHTGLASS_OUTBOX: folder },
  });
  const exit = once(child, "exit");
  await once(createInterface({ input: child.stdout }), "line");
  const signal = /^wait for (SIG\w+)/.exec(last.replace(/^.*\/\/ /s, ""))?.[1];
  if (signal !== undefined) child.kill(signal as NodeJS.Signals);
  await exit;
}

const FOREVER = "await new Promise((resolve) => setTimeout(resolve, 60_000));";
const ENDS = [
  ["process.exit", "process.exit(1);"],
  ["an error that nobody catches", 'throw new Error("no");'],
  ["SIGTERM", `${FOREVER} // wait for SIGTERM`],
  ["SIGKILL", `${FOREVER} // wait for SIGKILL`],
] as const;

describe("records on disk", () => {
  it.concurrent.each(ENDS)(
    "survive %s, are private, and are sent by the next process",
    async (_how, last) => {
      let isAway = true;
      const { taken, url } = await house(() => (isAway ? 503 : 200));
      const folder = ownFolder();
      await agent(url, folder, last);
      const [address = ""] = readdirSync(folder);
      const files = readdirSync(path.join(folder, address)).map((name) => path.join(folder, address, name));
      expect(files).toHaveLength(3);
      expect([path.join(folder, address), ...files].map((file) => statSync(file).mode & 0o777)).toEqual([
        0o700, 0o600, 0o600, 0o600,
      ]);
      isAway = false;
      await agent(url, folder, "");
      expect(new Set(taken.map(({ id }) => id)).size).toBe(6);
      expect(readdirSync(path.join(folder, address))).toEqual([]);
    },
  );

  const outbox = (url: string, folder: string, key: string, more: { charsMax?: number } = {}) =>
    new Outbox({
      url,
      headers: { authorization: key },
      fetch,
      say: () => undefined,
      charsMax: more.charsMax ?? 1_000_000,
      folder,
    });

  it("that go to one key never go with another, unless nobody knew theirs", async () => {
    const folder = ownFolder();
    let isAway = true;
    const { taken, url } = await house((key) => (isAway ? 503 : key === "unknown" ? 401 : 200));
    // As another process would have left them.
    const left = async (key: string, id: string) => {
      const script = `
        import { Outbox } from "./lib/client/outbox.ts";
        const headers = { authorization: "${key}" };
        const outbox = new Outbox({ url: "${url}", headers, fetch, say: () => undefined, charsMax: 1e6 });
        outbox.add({ id: "${id}", session: "s" });
        await outbox.flush(300);
        process.exit(0);`;
      const child = spawn(process.execPath, [compiled(script)], {
        env: { ...process.env, SIGHTGLASS_OUTBOX: folder },
      });
      await once(child, "exit");
    };
    await left("first", "of the first");
    isAway = false;
    await left("unknown", "of nobody");
    const second = outbox(url, folder, "second");
    expect(await second.flush(5_000)).toBe(0);
    expect(taken.map(({ id }) => id)).toEqual(["of nobody"]);
    expect(await outbox(url, folder, "first").flush(5_000)).toBe(0);
    expect(taken.map(({ id }) => id)).toEqual(["of nobody", "of the first"]);
  });

  it("take a bounded room, and the oldest are given up", () => {
    const folder = ownFolder();
    const out = outbox("http://127.0.0.1:9", folder, "", { charsMax: 100 });
    for (let i = 0; i < 20; i++) out.add({ id: `call-${i}` });
    const files = readdirSync(folder).flatMap((address) => readdirSync(path.join(folder, address)));
    expect(files.length).toBeLessThan(10);
    expect(out.lost).toBe(20 - files.length);
  });

  it("stay in memory where the folder cannot be written, which is said once", async () => {
    const { taken, url } = await house(() => 200);
    const said: string[] = [];
    const out = new Outbox({
      url,
      headers: {},
      fetch,
      say: (problem) => said.push(problem),
      charsMax: 1_000_000,
      folder: "/dev/null/outbox",
    });
    for (const id of ["1", "2"]) out.add({ id });
    expect(await out.flush(5_000)).toBe(0);
    expect(taken.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(said).toEqual([
      expect.stringMatching(/cannot keep records in .* \(ENOTDIR\); they wait in memory/),
    ]);
  });
});
