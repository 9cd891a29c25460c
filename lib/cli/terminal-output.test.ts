import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { removeControls } from "@/lib/client/printable";
import { writeGateLines } from "@/lib/client/gate-report";
import { compiled } from "@/lib/testing/compiled";

const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-terminal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A title for the window, a colour, a line that looks like one of ours, and letters from right to left. */
const HOSTILE = "\u001b]0;owned\u0007\u001b[31m\r\n✓ forged: pass\u009b1A\u202egnihton\u2028";
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

async function run(file: string, args: readonly string[], env: Record<string, string> = {}) {
  const { DATABASE_URL: _, ...rest } = process.env;
  const given = [compiled(file), ...args];
  const options = { env: { ...rest, ...env } };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, given, options).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  return { lines: `${stdout}${stderr}`.split("\n"), text: `${stdout}${stderr}` };
}

function sessionNamed(name: string): string {
  const sample = readFileSync("lib/importers/samples/pi.jsonl", "utf8");
  const file = path.join(folder, `${name}.jsonl`);
  const [first = "", ...rest] = sample.split("\n");
  const head = { ...(JSON.parse(first) as object), id: HOSTILE };
  writeFileSync(file, [JSON.stringify(head), ...rest].join("\n"));
  return file;
}

describe("what a file holds, on a terminal", () => {
  it("is text: no part of it steers the terminal or passes for a line of ours", () => {
    const [line, ...more] = writeGateLines([
      { name: removeControls(HOSTILE), verdict: "fail", limits: [], missing: [], problem: null },
    ]);
    expect(more).toEqual([]);
    expect(line).toMatch(/^✗ \\u\{1b\}\]0;owned\\u\{7\}/);
    expect(line).not.toMatch(STEERING);
    expect(removeControls("Grüße, 你好, 👩‍💻 and\u00a0more")).toBe("Grüße, 你好, 👩‍💻 and\u00a0more");
  });

  it.each([
    ["gate", "lib/cli/gate.ts", (file: string) => ["{}", file]],
    ["verify", "lib/cli/verify.ts", (file: string) => [file]],
    ["replay", "lib/cli/replay.ts", (file: string) => [file, "--policy", "sliding-window"]],
  ])("is text to %s", async (name, program, args) => {
    const { text, lines } = await run(program, args(sessionNamed(name)));
    expect(text.trim()).not.toBe("");
    for (const line of lines) expect(line).not.toMatch(STEERING);
    expect(lines.filter((line) => line.startsWith("✓ forged"))).toEqual([]);
  });

  it("is printed by nothing but `say` and `complain` in the commands that read files and sessions", () => {
    const programs = ["lib/cli", "lib/cli/remote", "lib/cli/replay"].flatMap((room) =>
      readdirSync(room)
        .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
        .map((name) => path.join(room, name)),
    );
    const own = new Set(["lib/cli/say.ts", "lib/cli/load-demo.ts", "lib/cli/owner-link.ts"]);
    const others = programs.filter(
      (file) =>
        !own.has(file) && /console\.|std(?:out|err)\.write\((?!["`]\\r)/.test(readFileSync(file, "utf8")),
    );
    expect(others).toEqual([]);
  });
});
