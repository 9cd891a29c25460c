import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const CLIPPING = '{ kind: "keep-last-n", options: { keep: 1 } }';

const SESSION = path.resolve("lib/importers/samples/swe-agent-0.traj");

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "replay-"));
  writeFileSync(path.join(folder, "policy.json5"), CLIPPING);
});
afterAll(() => rmSync(folder, { recursive: true }));

function replayed(...flags: string[]) {
  return replayedUnder("policy.json5", ...flags);
}

function replayedUnder(policy: string, ...flags: string[]) {
  const args = [SESSION, "--policy", path.join(folder, policy), ...flags];
  const command = ["--import", "tsx", path.resolve("lib/cli/replay.ts"), ...args];
  return spawnSync(process.execPath, command, { encoding: "utf8" });
}

it("prints the comparison, and passes with the gates that hold", () => {
  const { status, stdout, stderr } = replayed("--max-evictions", "1000");
  expect(stderr).toBe("");
  expect(stdout).toContain("as recorded");
  expect(stdout).toContain("keep-last-n");
  expect(status).toBe(0);
});

it("fails with the gate that does not hold, and says which", () => {
  const { status, stdout } = replayed("--max-evictions", "0");
  expect(stdout).toMatch(/keep-last-n@.*: evictions is [1-9]\d*, --max-evictions allows 0/);
  expect(status).toBe(1);
});

it("prints below the table what a reader of each replay must know", () => {
  const { stdout } = replayed("--pin");
  expect(stdout.split("\n\n").at(-1)).toContain("The model's answers stay as they were recorded");
  expect(stdout).toMatch(/\nkeep-last-n\+pinning@1\n {2}/);
  expect(stdout).toContain("\n  No plan step names what it needs, so nothing was pinned.");
  expect(stdout.match(/The model's answers stay/g)).toHaveLength(1);
});

it("shows the total that the run reported, and what it would have been", () => {
  const { stdout } = replayed();
  expect(stdout).toMatch(/as recorded .* 4,321 measured/);
  expect(stdout).toMatch(/keep-last-n@1 .* [\d,]+ estimated/);
});

it("says that a policy's file is missing, and fails", () => {
  const { stderr, status } = replayedUnder("none.json5");
  expect(stderr).toBe(`There is no file ${path.join(folder, "none.json5")}.\n`);
  expect(status).toBe(1);
});

it("fails for a gate that is no number", () => {
  const { status, stderr } = replayed("--max-dangling", "few");
  expect(stderr).toContain("--max-dangling wants a number");
  expect(status).toBe(1);
});
