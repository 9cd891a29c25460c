/** npm run check: the fast checks, for every few minutes of work. npm test runs all. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { FORMAT, LINT, runCheck, runVitest, sumUp, TYPES, runWithResults } from "./bootstrap/checks.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { nearestTests } from "./bootstrap/nearest-tests.mjs";
import { prepareProgram, ROOT } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";
import { testDurations } from "./bootstrap/test-durations.mjs";

const USAGE = `npm run check [-- --all]

Checks the format and the types, lints, and runs the laws of the tree and the quick unit tests that what changed since the last
commit can break, the nearest first: no database, no browser, no build, no long series of cases. It says how many it left out.
Ends with 0 when everything passes.

  --all  runs every quick test`;

/** How long tests may take together that do not import what changed themselves. */
const BUDGET_MS = 8_000;

/** Tests of the whole tree. */
const LAW = /^[^.]+\.test\.ts$/;

async function main() {
  const { values } = readCommand(USAGE, { all: { type: "boolean" } });
  await prepareProgram("work");
  const tests = values.all ? undefined : chooseTests();
  const tallies = await runWithResults(async (results) => [
    await runCheck(FORMAT),
    await runCheck(LINT),
    await runCheck(TYPES),
    ...(tests?.length === 0 ? [] : [await runVitest(["quick"], results, tests)]),
  ]);
  sumUp(tallies);
}

/** The tests that what changed can break. Undefined where every test runs: nothing changed, or what any test may depend on. */
function chooseTests() {
  const changed = listChangedFiles();
  const nearest =
    changed.length === 0 ? null : nearestTests(changed, { budgetMs: BUDGET_MS, durations: testDurations() });
  if (nearest === null) return undefined;
  if (nearest.further > 0)
    console.log(`${nearest.further} files of tests that are further away are left to npm test.`);
  const laws = fs.readdirSync(path.join(ROOT, "lib")).filter((name) => LAW.test(name));
  const isCode = changed.some((file) => !file.endsWith(".md"));
  return [...new Set([...nearest.tests, ...(isCode ? laws.map((name) => `lib/${name}`) : [])])];
}

/** Paths below the root that differ from the last commit, new ones too. */
function listChangedFiles() {
  const list = (/** @type {string[]} */ ...args) =>
    execFileSync("git", [...args, "-z"], { cwd: ROOT, encoding: "utf8", stdio: "pipe" }).split("\0");
  try {
    return [
      ...list("diff", "--name-only", "--relative", "HEAD"),
      ...list("ls-files", "--others", "--exclude-standard"),
    ].filter((file) => file !== "");
  } catch {
    return [];
  }
}

main().catch(reportFailure);
