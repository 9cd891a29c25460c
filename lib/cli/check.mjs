/** npm run check: the fast checks, for every few minutes of work. npm test runs all. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { FORMAT, LINT, runCheck, runVitest, sumUp, TYPES, withResults } from "./bootstrap/checks.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { prepareProgram, ROOT } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm run check [-- --all]

Checks the format and the types, lints, and runs the quick unit tests of what changed since the last commit: no database, no
browser, no build, no long series of cases. Ends with 0 when everything passes.

  --all  runs every quick test`;

async function main() {
  const { values } = readCommand(USAGE, { all: { type: "boolean" } });
  await prepareProgram("work");
  const tallies = await withResults(async (results) => [
    await runCheck(FORMAT),
    await runCheck(LINT),
    await runCheck(TYPES),
    await runVitest(["quick"], results, values.all ? undefined : whatToTest()),
  ]);
  sumUp(tallies);
}

/**
 * The files whose tests run: those that changed, and the laws, which read the whole tree. Undefined where every test runs: nothing
 * changed, no repository says what did, or a file changed that tests read without importing it.
 */
function whatToTest() {
  const changed = changedFiles();
  if (changed.length === 0 || !changed.every((file) => /\.tsx?$/.test(file))) return undefined;
  const laws = fs.readdirSync(path.join(ROOT, "lib")).filter((name) => name.endsWith(".test.ts"));
  return [...changed, ...laws.map((name) => `lib/${name}`)];
}

/** Paths below the root that differ from the last commit, new ones too. */
function changedFiles() {
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
