import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { buildClient } from "@/lib/cli/bootstrap/client.mjs";
import packageJson from "@/package.json";

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
      "CheckpointNeeded,ContextBudget,Plan,Session,Sightglass,UnansweredQuestion,aiSdkMiddleware,langchainMiddleware,register s",
    );
    expect(readFileSync(path.join(folder, "package/index.d.ts"), "utf8")).toContain(
      "export declare class Sightglass",
    );
    const { name, version, bin } = JSON.parse(
      readFileSync(path.join(folder, "package/package.json"), "utf8"),
    ) as { name: string; version: string; bin: Record<string, string> };
    expect({ name, version }).toEqual({ name: "@sightglass/client", version: packageJson.version });
    expect(readFileSync(path.join(folder, "package/CHANGELOG.md"), "utf8")).toContain("# Changelog");
    const gate = (...args: string[]) =>
      spawnSync(process.execPath, [path.join(folder, "package", bin["sightglass-client"] ?? ""), ...args], {
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
  });

  it("records a program that says nothing of it, started with its auto.ts", () => {
    buildClient(folder);
    expect(spawnSync("tar", ["-xzf", "sightglass.tgz"], { cwd: folder }).status).toBe(0);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        "--import",
        "./package/auto.js",
        "-e",
        "console.log(fetch.name, process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)",
      ],
      { cwd: folder, encoding: "utf8" },
    );
    expect([stdout.trim(), stderr]).toEqual(["recording http://127.0.0.1:4318/v1/traces", ""]);
  });

  it("is a wheel and an archive of sources for Python, which its own tools read", () => {
    buildClient(folder);
    const script = [
      "import base64, hashlib, sys, tarfile, zipfile",
      "name, version = 'sightglass', sys.argv[1]",
      "wheel = zipfile.ZipFile(f'{name}-{version}-py3-none-any.whl')",
      "assert wheel.testzip() is None",
      "for line in wheel.read(f'{name}-{version}.dist-info/RECORD').decode().splitlines():",
      "    file, digest, size = line.rsplit(',', 2)",
      "    if not digest: continue",
      "    body = wheel.read(file)",
      "    assert digest == 'sha256=' + base64.urlsafe_b64encode(hashlib.sha256(body).digest()).decode().rstrip('='), file",
      "    assert int(size) == len(body), file",
      "sys.path.insert(0, wheel.filename)",
      "import sightglass",
      "import importlib.metadata as metadata",
      "print(metadata.version('sightglass'), sightglass.Sightglass('http://127.0.0.1:9', folder=False).session('s').id)",
      "sources = tarfile.open(f'{name}-{version}.tar.gz')",
      "print(' '.join(sorted(one.split('/')[1] for one in sources.getnames())))",
    ].join("\n");
    const python = spawnSync("python3", ["-c", script, packageJson.version], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(python.stderr).toBe("");
    expect(python.stdout.trim().split("\n")).toEqual([
      `${packageJson.version} s`,
      "CHANGELOG.md LICENSE PKG-INFO README.md pyproject.toml sightglass.py",
    ]);
    expect(readFileSync(path.join(folder, "sightglass.py"), "utf8")).toContain("class Sightglass");
  });
});
