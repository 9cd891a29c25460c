/** npm test: installs what the tests need, runs every check there is, and ends with one line that adds them up. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureChromium } from "./bootstrap/chromium.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { buildApp, prepareProgram, ROOT } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

const BIN = path.join(ROOT, "node_modules/.bin");

const USAGE = `npm test

Installs what the tests need, runs every check there is, and ends with one line that adds them up.`;

async function main() {
  readCommand(USAGE, {});
  await prepareProgram("work");
  const chromium = await ensureChromium();
  await buildApp();
  const results = fs.mkdtempSync(path.join(os.tmpdir(), "sightglass-results-"));
  /** @type {Tally[]} */
  const tallies = [];
  try {
    // A browser test mostly waits, for pages and for the browser: the other checks use what it leaves of the machine.
    const browser = browserTests(chromium, results);
    tallies.push(await check("format", "prettier", ["--check", "--log-level=warn", "."]));
    tallies.push(await check("lint", "eslint", ["--max-warnings=0", "."]));
    tallies.push(await check("types", "tsc", ["--noEmit", "-p", "."]));
    for (const project of ["unit", "dom", "db"]) tallies.push(await vitest(project, results));
    tallies.push(await browser);
  } finally {
    fs.rmSync(results, { recursive: true, force: true });
  }
  const total = (/** @type {keyof Tally} */ field) => tallies.reduce((sum, tally) => sum + tally[field], 0);
  process.exitCode = total("failed") === 0 ? 0 : 1;
  console.log(`\n${total("passed")} passed, ${total("failed")} failed, ${total("skipped")} skipped`);
}

/** A check that either holds or does not. @param {string} title @param {string} command @param {string[]} args @returns {Promise<Tally>} */
async function check(title, command, args) {
  const ok = await runVisibly(title, command, args);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** @param {string} project @param {string} results @returns {Promise<Tally>} */
async function vitest(project, results) {
  const file = path.join(results, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const ok = await runVisibly(`${project} tests`, "vitest", [
    "run",
    "--project",
    project,
    "--passWithNoTests",
    `--maxWorkers=${os.availableParallelism()}`,
    ...reporters,
  ]);
  return tallyOf(file, ok, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }));
}

/** @param {string} chromium @param {string} results @returns {Promise<Tally>} */
async function browserTests(chromium, results) {
  const file = path.join(results, "browser.json");
  const home = path.join(results, "home");
  fs.mkdirSync(home);
  fs.chmodSync(results, 0o755);
  const env = {
    E2E_HOME: home,
    SIGHTGLASS_CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const ok = await runBeside("browser tests", "playwright", ["test", "--reporter=list,json"], env);
  return tallyOf(file, ok, (report) => ({
    // The runner names the flaky ones above: they passed, the second time.
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected,
    skipped: report.stats.skipped,
  }));
}

/**
 * What a runner's report says. A runner that failed without a failed test failed as a whole.
 * @param {string} file @param {boolean} ok @param {(report: any) => Tally} read
 * @returns {Tally}
 */
function tallyOf(file, ok, read) {
  const tally = fs.existsSync(file)
    ? read(JSON.parse(fs.readFileSync(file, "utf8")))
    : { passed: 0, failed: 0, skipped: 0 };
  return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

/** Runs a check whose output is seen as it comes. @param {string} title @param {string} command @param {string[]} args @returns {Promise<boolean>} */
function runVisibly(title, command, args) {
  console.log(`\n── ${title}`);
  return ended(start(command, args, "inherit", {}));
}

/**
 * Runs a check beside others, and prints what it said once it has ended.
 * @param {string} title @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env @returns {Promise<boolean>}
 */
async function runBeside(title, command, args, env) {
  const child = start(command, args, ["ignore", "pipe", "pipe"], env);
  /** @type {Buffer[]} */
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => said.push(part));
  const ok = await ended(child);
  console.log(`\n── ${title}`);
  process.stdout.write(Buffer.concat(said));
  return ok;
}

/** @param {string} command @param {string[]} args @param {import("node:child_process").StdioOptions} stdio @param {NodeJS.ProcessEnv} env */
function start(command, args, stdio, env) {
  return spawn(process.execPath, [fs.realpathSync(path.join(BIN, command)), ...args], {
    cwd: ROOT,
    stdio,
    env: { ...process.env, ...env },
  });
}

/** @param {import("node:child_process").ChildProcess} child @returns {Promise<boolean>} whether it ended well */
function ended(child) {
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}

main().catch(reportFailure);
