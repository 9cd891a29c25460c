import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-ends-"));
const library = path.join(folder, "library.mjs");
/** Takes what is sent and never answers. */
const silent = createServer(() => undefined);
beforeAll(async () => {
  await build({
    entryPoints: ["lib/client/index.ts"],
    bundle: true,
    format: "esm",
    platform: "node",
    outfile: library,
  });
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program that records something. @returns what it said, and whether it ended before the server let its request go */
async function runRecording(outbox: string | null, then: string): Promise<{ said: string; first: string }> {
  const { port } = silent.address() as AddressInfo;
  const script = `
    const { Sightglass } = await import(${JSON.stringify(library)});
    const options = { url: "http://127.0.0.1:${port}", folder: ${JSON.stringify(outbox)} };
    new Sightglass(options).session().tell({ type: "session.started" });
    ${then}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  const [socket] = (await once(silent, "request")) as [{ socket: { destroy(): void } }];
  const letGo = wait(8_000, "let go", { ref: false });
  const first = await Promise.race([once(child, "close").then(() => "ended"), letGo]);
  socket.socket.destroy();
  if (first !== "ended") await once(child, "close");
  return { said, first };
}

describe("a program whose Sightglass accepts and never answers", () => {
  it("ends by itself once nothing else keeps it, and says in one line where the records are", async () => {
    const { said, first } = await runRecording(path.join(folder, "outbox"), "");
    expect(first).toBe("ended");
    expect(said.trim().split("\n")).toEqual([
      expect.stringMatching(/did not take 1 record, which wait on disk; the next run sends them$/),
    ]);
  });

  it("is not cut short while it still works", async () => {
    const work = "await new Promise((done) => setTimeout(done, 2_500)); console.log('worked');";
    const { said } = await runRecording(path.join(folder, "outbox-2"), work);
    expect(said).toContain("worked");
  });
});
