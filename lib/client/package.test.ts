import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { buildClient } from "@/lib/cli/bootstrap/client.mjs";

const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-client-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the package that agents install", () => {
  it("is the same archive for the same sources, and runs by itself under plain Node", () => {
    buildClient(folder);
    const first = readFileSync(path.join(folder, "sightglass.tgz"));
    buildClient(folder);
    expect(readFileSync(path.join(folder, "sightglass.tgz")).equals(first)).toBe(true);
    expect(spawnSync("tar", ["-xzf", "sightglass.tgz"], { cwd: folder }).status).toBe(0);
    const script =
      "import('./package/index.js').then((all) => console.log(Object.keys(all).join(), new all.Sightglass().session({ id: 's' }).id))";
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", script], { cwd: folder, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout.trim()).toBe(
      "CheckpointNeeded,ContextBudget,Plan,Session,Sightglass,aiSdkMiddleware,langchainMiddleware s",
    );
    expect(readFileSync(path.join(folder, "package/index.d.ts"), "utf8")).toContain(
      "export declare class Sightglass",
    );
    const { bin } = JSON.parse(readFileSync(path.join(folder, "package/package.json"), "utf8")) as {
      bin: { sightglass: string };
    };
    const gate = (...args: string[]) =>
      spawnSync(process.execPath, [path.join(folder, "package", bin.sightglass), ...args], {
        encoding: "utf8",
      });
    expect(gate("gate", "--help")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("--junit FILE") as string,
    });
    expect(gate("gate", "--url", "http://127.0.0.1:9")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("name what to check") as string,
    });
    expect(readFileSync(path.join(folder, "sightglass.py"), "utf8")).toContain("class Sightglass");
  });
});
