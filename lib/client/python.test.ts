import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

const version = spawnSync("python3", ["-c", "import sys; print(sys.version_info >= (3, 9))"], {
  encoding: "utf8",
});

describe("the library for Python", () => {
  it.skipIf(version.stdout?.trim() !== "True")("keeps its promises on the Python of this machine", () => {
    const { status, stderr } = spawnSync("python3", ["lib/client/sightglass_test.py"], { encoding: "utf8" });
    expect(stderr).toMatch(/\nOK/);
    expect(status).toBe(0);
  });
});
