import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

const IS_ENOUGH = "import sys; print(sys.version_info >= (3, 9))";

describe("the library for Python", () => {
  it.for(["python3", "python3.9"])("keeps its promises on %s of this machine", (python, { skip }) => {
    const version = spawnSync(python, ["-c", IS_ENOUGH], { encoding: "utf8" });
    skip(version.stdout?.trim() !== "True", `there is no ${python}, or it is older than 3.9`);
    const { status, stderr } = spawnSync(python, ["lib/client/sightglass_test.py"], { encoding: "utf8" });
    expect(stderr).toMatch(/\nOK/);
    expect(status).toBe(0);
  });
});
