import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readArguments } from "./replay/arguments";
import { compiled } from "@/lib/testing/compiled";

const CLIPPING = '{ kind: "keep-last-n", options: { keep: 1 } }';

const SESSION = path.resolve("lib/importers/samples/swe-agent-0.traj");

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "replay-"));
  writeFileSync(path.join(folder, "policy.json5"), CLIPPING);
});
afterAll(() => rmSync(folder, { recursive: true }));

function replayed(...flags: string[]) {
  return replayedWith({}, ...flags);
}

function replayedWith(env: Record<string, string>, ...flags: string[]) {
  return replayedUnder(env, "policy.json5", ...flags);
}

function replayedUnder(env: Record<string, string>, policy: string, ...flags: string[]) {
  const args = [SESSION, "--policy", path.join(folder, policy), ...flags];
  const command = [compiled("lib/cli/replay.ts"), ...args];
  return spawnSync(process.execPath, command, { encoding: "utf8", env: { ...process.env, ...env } });
}

it("prints the comparison with the totals, and passes with the gates that hold", () => {
  const { status, stdout, stderr } = replayed("--max-evictions", "1000");
  expect(stderr).toBe("");
  expect(stdout).toMatch(/as recorded .* 4,321 measured/);
  expect(stdout).toMatch(/keep-last-n@1 .* [\d,]+ estimated/);
  expect(status).toBe(0);
});

it("prices each call by its own model, as the bill does", () => {
  const call = (model: string, cacheRead: number, cacheWrite: number) => ({
    type: "message",
    message: {
      role: "assistant",
      provider: "anthropic",
      model,
      content: [{ type: "text", text: "Done." }],
      usage: { input: 0, output: 0, cacheRead, cacheWrite, totalTokens: cacheRead + cacheWrite },
    },
  });
  const ask = { type: "message", message: { role: "user", content: "Go on." } };
  const file = path.join(folder, "two-models.jsonl");
  const lines = [
    { type: "session", version: 3, id: "two-models", timestamp: "2026-01-01T10:00:00Z", cwd: "/work" },
    ...[ask, call("claude-opus-4-5", 0, 100_000)],
    ...[ask, call("claude-haiku-4-5", 0, 100_000)],
  ];
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
  const args = [compiled("lib/cli/replay.ts"), file, "--policy", path.join(folder, "policy.json5")];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  // $6.25 and $1.25 a million.
  expect(stdout).toMatch(/as recorded .* 0\.7500\n/);
});

it("fails with the gate that does not hold and says which, below what a reader of each replay must know", () => {
  const report = path.join(folder, "gate.json");
  const { status, stdout } = replayedWith({ COMMAND_JSON: report }, "--pin", "--max-evictions", "0");
  expect(stdout.match(/The model's answers stay as they were recorded/g)).toHaveLength(1);
  expect(stdout).toMatch(/\nkeep-last-n\+pinning@1\n {2}/);
  expect(stdout).toContain("\n  No plan step names what it needs, so nothing was pinned.");
  expect(stdout).toMatch(/✗ keep-last-n\+pinning@1: fail\n\s+✗ evictions {2}found [1-9]\d*, at most 0/);
  expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({
    gate: "sightglass.replay",
    verdict: "fail",
  });
  expect(status).toBe(1);
});

it("says that a policy's file is missing, and that nothing can be told", () => {
  const { stderr, status } = replayedUnder({}, "none.json5");
  expect(stderr).toBe(`There is no file ${path.join(folder, "none.json5")}.\n`);
  expect(status).toBe(2);
});

it("refuses a gate that is no number", () => {
  const args = [SESSION, "--policy", "policy.json5", "--max-dangling", "few"];
  expect(() => readArguments(args)).toThrow("--max-dangling wants a number");
});
