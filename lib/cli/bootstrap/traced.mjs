import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { COMPILED } from "../../program.mjs";
import { ROOT } from "./report.mjs";

/**
 * Its builds note what of it answers requests. What it loads before is asked of a started one: by the names in its files it
 * would come with its compilers.
 */
const FRAMEWORK = "next";
/** Nothing resizes pictures, as next.config.mjs says, and no configuration is read that is written in TypeScript. */
const UNUSED = ["sharp", "@img", "typescript"];
const LEGAL = /^(licen[cs]e|notice|copying)/i;
const PACKAGES = "node_modules/";
/** For types and for those who look for faults. */
const NOT_RUN = /\.(?:d\.[cm]?ts|map)$/;

/**
 * What the built app, the compiled programs and the commands run on. Each package comes with the files that are read, its
 * manifest and its licence.
 * @param {readonly string[]} commands files that start the rest, from the root
 * @param {readonly string[]} left commands that they name and that are left out
 * @returns {Promise<{ packages: string[], own: string[] }>} files from the root: those of packages, and those of this repository
 */
export async function listTracedFiles(commands, left) {
  const { nodeFileTrace } = createRequire(path.join(ROOT, "package.json"))("next/dist/compiled/@vercel/nft");
  const programs = listFilesIn(COMPILED).filter((file) => file.endsWith(".js"));
  const { fileList } = await nodeFileTrace(
    [...programs, ...commands].map((file) => path.join(ROOT, file)),
    {
      base: ROOT,
      // Nothing is read at the place where a person types a command.
      processCwd: path.join(ROOT, COMPILED),
      ignore: [...left, ...[FRAMEWORK, ...UNUSED].map((name) => `${PACKAGES}${name}/**`)],
    },
  );
  const found = new Set([...fileList, ...readNotedFiles(), ...listLoadedFiles()]);
  const read = [...found].filter((file) => !NOT_RUN.test(file) && isFile(file));
  const packages = read.filter((file) => file.startsWith(PACKAGES) && !isUnused(file));
  const folders = new Set(packages.map(findPackageFolder));
  return {
    packages: [...new Set([...packages, ...[...folders].flatMap(listDescribing)])].sort(),
    own: read.filter((file) => !file.startsWith(PACKAGES) && file.endsWith(".mjs")),
  };
}

/**
 * The packages that the programs ask for by name, as the built app does: one copy serves both. All others are compiled into the
 * programs, because npm takes about as long for a small file as for a large one.
 * @returns {string[]} their names
 */
export function listSharedPackages() {
  const folders = readNotedFiles()
    .filter((file) => file.startsWith(PACKAGES))
    .map(findPackageFolder);
  const outer = folders.filter((folder) => folder.lastIndexOf(PACKAGES) === 0);
  return [...new Set([FRAMEWORK, ...UNUSED, ...outer.map((folder) => folder.slice(PACKAGES.length))])];
}

/** The licences of packages, as they came with them. @param {readonly string[]} files of these packages */
export function listLicences(files) {
  const folders = [...new Set(files.map(findPackageFolder))].sort();
  return folders
    .map((folder) => {
      const legal = listDescribing(folder).filter((file) => LEGAL.test(path.basename(file)));
      const { version, license } = JSON.parse(
        fs.readFileSync(path.join(ROOT, folder, "package.json"), "utf8"),
      );
      const title = `${folder.slice(folder.lastIndexOf(PACKAGES) + PACKAGES.length)} ${version}: ${license}`;
      return [title, ...legal.map((file) => fs.readFileSync(path.join(ROOT, file), "utf8").trim())].join(
        "\n\n",
      );
    })
    .join(`\n\n${"-".repeat(80)}\n\n`);
}

/** The folder of the package of a file. @param {string} file */
function findPackageFolder(file) {
  const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [""];
  return folder;
}

/** @param {string} folder @returns {string[]} the files in it, from the root, with forward slashes */
export function listFilesIn(folder) {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => toSlashes(path.relative(ROOT, path.join(entry.parentPath, entry.name))));
}

/** What the build notes of its parts. @returns {string[]} */
function readNotedFiles() {
  const notes = listFilesIn(".next").filter((file) => file.endsWith(".nft.json"));
  return notes.flatMap((note) => {
    const { files } = JSON.parse(fs.readFileSync(path.join(ROOT, note), "utf8"));
    return files.map((/** @type {string} */ file) => {
      const place = path.join(ROOT, path.dirname(note), file);
      return toSlashes(path.relative(ROOT, fs.existsSync(place) ? fs.realpathSync(place) : place));
    });
  });
}

/** What the framework has loaded when it can serve the app. */
function listLoadedFiles() {
  const script = path.join(ROOT, "lib/cli/bootstrap/print-loaded.mjs");
  const env = { ...process.env, NODE_ENV: "production" };
  const printed = execFileSync(process.execPath, [script], { cwd: ROOT, env, encoding: "utf8" });
  const files = printed.split("\n").filter((line) => line.startsWith(ROOT));
  return files.map((file) => toSlashes(path.relative(ROOT, file))).flatMap(addManifests);
}

/** A file with the manifests of the folders around it, one of which leads to it. @param {string} file */
function addManifests(file) {
  const files = [file];
  for (let folder = path.dirname(file); folder.startsWith(PACKAGES); folder = path.dirname(folder))
    files.push(`${folder}/package.json`);
  return files;
}

/** @param {string} folder of a package */
function listDescribing(folder) {
  return fs
    .readdirSync(path.join(ROOT, folder))
    .filter((name) => name === "package.json" || LEGAL.test(name))
    .map((name) => `${folder}/${name}`)
    .filter(isFile);
}

/** @param {string} file */
function isUnused(file) {
  return UNUSED.some((name) => file.startsWith(`${PACKAGES}${name}/`));
}

/** @param {string} file */
function isFile(file) {
  return fs.statSync(path.join(ROOT, file), { throwIfNoEntry: false })?.isFile() === true;
}

/** @param {string} place */
function toSlashes(place) {
  return place.replaceAll(path.sep, "/");
}
