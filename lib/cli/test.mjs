/** npm test: installs what the tests need, runs every check there is, and ends with one line that adds them up. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureChromium } from "./bootstrap/chromium.mjs";
import { buildApp, prepareProgram, ROOT } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

const BIN = path.join(ROOT, "node_modules/.bin");

async function main() {
  await prepareProgram();
  const results = fs.mkdtempSync(path.join(os.tmpdir(), "sightglass-results-"));
  /** @type {Tally[]} */
  const tallies = [];
  try {
    tallies.push(await check("format", "prettier", ["--check", "--log-level=warn", "."]));
    tallies.push(await check("lint", "eslint", ["--max-warnings=0", "."]));
    tallies.push(await check("types", "tsc", ["--noEmit", "-p", "."]));
    tallies.push(await vitest("unit", results));
    tallies.push(await vitest("dom", results));
    tallies.push(await vitest("db", results));
    const chromium = await ensureChromium();
    await buildApp();
    tallies.push(await browserTests(chromium, results));
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
  const ok = await runVisibly("browser tests", "playwright", ["test", "--reporter=list,json"], env);
  return tallyOf(file, ok, (report) => ({
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

/** @param {string} title @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env] @returns {Promise<boolean>} */
function runVisibly(title, command, args, env = {}) {
  console.log(`\n── ${title}`);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [fs.realpathSync(path.join(BIN, command)), ...args], {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, ...env },
    });
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}

main().catch(reportFailure);
