import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-help-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isNeeded = (file: string) => statSync(file).isDirectory() || file.endsWith(".mjs");
cpSync("lib", path.join(folder, "lib"), { recursive: true, filter: isNeeded });
cpSync("package.json", path.join(folder, "package.json"));
cpSync("tsconfig.json", path.join(folder, "tsconfig.json"));

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const commands = Object.entries(scripts).flatMap(([name, line]) => {
  const file = /^node (lib\/cli\/\S+\.mjs)$/.exec(line)?.[1];
  return file === undefined ? [] : [[name, file] as const];
});

describe("the help of npm run", () => {
  it.each(commands)(
    "%s says how it is used, before anything is installed, and makes nothing",
    async (name, file) => {
      const home = path.join(folder, "home");
      const before = readdirSync(folder, { recursive: true });
      for (const flag of name === "start" ? ["--help", "-h"] : ["--help"]) {
        const { DATABASE_URL: _, ...env } = process.env;
        const options = { cwd: folder, env: { ...env, SIGHTGLASS_HOME: home } };
        const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, flag], options);
        expect(stdout.split("\n")[0]).toContain(name);
        expect(stdout).toMatch(/\n\n\w/);
        expect(stderr).toBe("");
      }
      expect(readdirSync(folder, { recursive: true })).toEqual(before);
    },
  );
});
