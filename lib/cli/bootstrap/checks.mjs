/** The checks that npm test and npm run check consist of, each run as its own process and counted. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ROOT } from "./project.mjs";
import { noteDurations } from "./test-durations.mjs";
import { runErrorsFile } from "./run-errors.mjs";

/** What a check counted, and the names of what failed. @typedef {{ passed: number, failed: number, skipped: number, failures: readonly string[] }} Tally */

const PACKAGES = path.join(ROOT, "node_modules");

export const TYPES = { title: "types", script: "typescript-7/bin/tsc", args: ["--noEmit", "-p", "."] };
export const LINT = { title: "lint", script: "oxlint/bin/oxlint", args: ["--deny-warnings", "."] };
export const FORMAT = { title: "format", script: "oxfmt/bin/oxfmt", args: ["--check", "."] };

/**
 * Runs a check that either holds or does not.
 * @param {{ title: string, script: string, args: string[] }} check
 * @returns {Promise<Tally>}
 */
export async function runCheck({ title, script, args }) {
  return countOne(title, await runVisibly(title, script, args));
}

/**
 * Runs projects of vitest.config.ts.
 * @param {readonly string[]} projects @param {string} results a folder for their report
 * @param {readonly string[]} [files] only these test files; all where left out
 * @returns {Promise<Tally>}
 */
export async function runVitest(projects, results, files) {
  const title = `${projects.join(", ")} tests`;
  const file = path.join(results, "vitest.json");
  // The browser tests beside it wait for pages, and have limits; this takes the processor time that they leave.
  const ok = await runVisibly(
    title,
    "vitest/vitest.mjs",
    [
      "run",
      ...(files ?? []),
      ...projects.flatMap((project) => ["--project", project]),
      "--passWithNoTests",
      `--maxWorkers=${os.availableParallelism()}`,
      "--reporter=default",
      "--reporter=json",
      `--reporter=${path.join(ROOT, "lib/cli/bootstrap/run-errors.mjs")}`,
      `--outputFile.json=${file}`,
    ],
    os.constants.priority.PRIORITY_BELOW_NORMAL,
  );
  return readTally(title, file, ok, (report) => {
    noteDurations(report);
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: listVitestFailures(report),
    };
  });
}

/** Runs the browser tests. @param {string} chromium @param {string} results a folder for their report @returns {Promise<Tally>} */
export async function runBrowserTests(chromium, results) {
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
  const ok = await runBeside(
    "browser tests",
    "@playwright/test/cli.js",
    ["test", "--reporter=list,json"],
    env,
  );
  return readTally("browser tests", file, ok, (report) => ({
    // The runner lists flaky tests above: they passed the second time.
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected,
    skipped: report.stats.skipped,
    failures: listBrowserFailures(report),
  }));
}

/** Names what failed, prints the sum as the last line, and sets the exit code. @param {readonly Tally[]} tallies */
export function sumUp(tallies) {
  const sumField = (/** @type {"passed" | "failed" | "skipped"} */ field) =>
    tallies.reduce((sum, tally) => sum + tally[field], 0);
  process.exitCode = sumField("failed") === 0 ? 0 : 1;
  const failures = tallies.flatMap((tally) => tally.failures);
  if (failures.length > 0) console.log(`\n── failed\n${failures.join("\n")}`);
  console.log(`\n${sumField("passed")} passed, ${sumField("failed")} failed, ${sumField("skipped")} skipped`);
}

/**
 * Gives a new folder to what writes reports, and removes it afterwards.
 * @template T @param {(results: string) => Promise<T>} run @returns {Promise<T>}
 */
export async function runWithResults(run) {
  const results = fs.mkdtempSync(path.join(os.tmpdir(), "sightglass-results-"));
  try {
    return await run(results);
  } finally {
    fs.rmSync(results, { recursive: true, force: true });
  }
}

/** The tally of a check that either holds or does not. @param {string} title @param {boolean} ok @returns {Tally} */
function countOne(title, ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures: ok ? [] : [title] };
}

/**
 * What a runner's report says. A runner that failed without a failed test failed as a whole.
 * @param {string} title @param {string} file @param {boolean} ok @param {(report: any) => Tally} read
 * @returns {Tally}
 */
function readTally(title, file, ok, read) {
  const tally = fs.existsSync(file)
    ? read(JSON.parse(fs.readFileSync(file, "utf8")))
    : { passed: 0, failed: 0, skipped: 0, failures: [] };
  if (ok || tally.failed > 0) return tally;
  const errors = runErrorsFile(file);
  const said = fs.existsSync(errors) ? JSON.parse(fs.readFileSync(errors, "utf8")) : ["it says no more"];
  return {
    ...tally,
    failed: 1,
    failures: said.map((/** @type {string} */ error) => `${title}, the run itself: ${error}`),
  };
}

/**
 * The failed tests of a vitest report, by file and full title; a file that failed before its tests, by itself.
 * @param {{ testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} report
 */
function listVitestFailures(report) {
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(ROOT, name);
    const failed = assertionResults.filter((assertion) => assertion.status === "failed");
    if (failed.length > 0) return failed.map(({ fullName }) => `${file}: ${fullName}`);
    return status === "failed" ? [file] : [];
  });
}

/**
 * The browser tests that failed the second time too: file and title.
 * @param {{ suites?: any[], specs?: { file: string, title: string, tests: { status: string }[] }[] }} suite a report or one of its suites
 * @returns {string[]}
 */
function listBrowserFailures({ suites = [], specs = [] }) {
  return [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === "unexpected"))
      .map(({ file, title }) => `e2e/${file}: ${title}`),
    ...suites.flatMap(listBrowserFailures),
  ];
}

/** Runs a check whose output is seen as it comes. @param {string} title @param {string} script @param {string[]} args @param {number} [priority] as os.setPriority takes it @returns {Promise<boolean>} */
async function runVisibly(title, script, args, priority) {
  console.log(`\n── ${title}`);
  const startedAt = performance.now();
  const child = start(script, args, "inherit", {});
  if (priority !== undefined && child.pid !== undefined) os.setPriority(child.pid, priority);
  const ok = await waitForEnd(child);
  printDuration(title, startedAt);
  return ok;
}

/**
 * Runs a check beside others, and prints what it said once it has ended.
 * @param {string} title @param {string} script @param {string[]} args @param {NodeJS.ProcessEnv} env @returns {Promise<boolean>}
 */
async function runBeside(title, script, args, env) {
  const startedAt = performance.now();
  const child = start(script, args, ["ignore", "pipe", "pipe"], env);
  /** @type {Buffer[]} */
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => said.push(part));
  const ok = await waitForEnd(child);
  console.log(`\n── ${title}`);
  process.stdout.write(Buffer.concat(said));
  printDuration(title, startedAt);
  return ok;
}

/** @param {string} title @param {number} startedAt ms of performance.now() */
function printDuration(title, startedAt) {
  console.log(`${title}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

/** @param {string} script below node_modules @param {string[]} args @param {import("node:child_process").StdioOptions} stdio @param {NodeJS.ProcessEnv} env */
function start(script, args, stdio, env) {
  return spawn(process.execPath, [path.join(PACKAGES, script), ...args], {
    cwd: ROOT,
    stdio,
    env: { ...process.env, ...env },
  });
}

/** @param {import("node:child_process").ChildProcess} child @returns {Promise<boolean>} whether it ended well */
function waitForEnd(child) {
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}
