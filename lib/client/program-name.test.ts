import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = mkdtempSync(path.join(os.tmpdir(), "sightglass-program-"));
const library = path.join(root, "library.mjs");
beforeAll(() => {
  buildSync({
    entryPoints: ["lib/client/index.ts"],
    bundle: true,
    format: "esm",
    platform: "node",
    outfile: library,
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SCRIPT = `
  const { Sightglass } = await import(${JSON.stringify(library)});
  const sightglass = new Sightglass({ folder: null });
  const of = (options) => sightglass.session(options).agent ?? null;
  console.log(JSON.stringify([of(), of({ agent: "named" }), of({ parent: "p" })]));`;

/** What sessions of a program are called that lies in a folder with these packages. */
function namesIn(
  folder: string,
  packages: Readonly<Record<string, string>>,
  { file = "agent.mjs", cwd = folder } = {},
) {
  const at = path.join(root, folder);
  for (const [place, text] of Object.entries(packages)) {
    mkdirSync(path.join(at, place), { recursive: true });
    writeFileSync(path.join(at, place, "package.json"), text);
  }
  const script = path.join(at, file);
  mkdirSync(path.dirname(script), { recursive: true });
  writeFileSync(script, SCRIPT);
  const { npm_package_name: _, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, [script], {
    cwd: path.join(root, cwd),
    env,
    encoding: "utf8",
  });
  return JSON.parse(stdout) as unknown;
}

it("a session has the name of the program's package, unless it names an agent or a parent", () => {
  expect(namesIn("shop", { ".": '{"name": "shop-agent"}' })).toEqual(["shop-agent", "named", null]);
  expect(namesIn("deep", { ".": '{"name": "outer"}' }, { file: "src/agents/run.mjs" })).toEqual([
    "outer",
    "named",
    null,
  ]);
});

it("without a package that has a name it is the program's file", () => {
  expect(namesIn("bare", { ".": '{"private": true}' })).toEqual(["agent", "named", null]);
  expect(namesIn("broken", { ".": "{" })).toEqual(["agent", "named", null]);
});

it("an installed tool has the name of the package that it works in", () => {
  const packages = { ".": '{"name": "mine"}', "node_modules/tool": '{"name": "tool"}' };
  expect(namesIn("tools", packages, { file: "node_modules/tool/cli.mjs" })).toEqual(["mine", "named", null]);
});
