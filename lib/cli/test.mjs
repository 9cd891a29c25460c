/** npm test: installs what the tests need, runs every check there is, and ends with one line that adds them up. */
import path from "node:path";
import {
  FORMAT,
  LINT,
  runBrowserTests,
  runCheckBeside,
  runVitest,
  sumUp,
  TYPES,
  withResults,
} from "./bootstrap/checks.mjs";
import { ensureChromium } from "./bootstrap/chromium.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { printCoverage } from "./bootstrap/coverage.mjs";
import { buildApp, prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm test

Installs what the tests need, runs every check there is, prints the lines that the tests cover, and ends with one line that adds the checks up.`;

/**
 * One after the other, beside everything else.
 * @param {Promise<void>} built the build writes the types of routes, which belong to all types
 */
async function sourceChecks(built) {
  const format = await runCheckBeside(FORMAT);
  const lint = await runCheckBeside(LINT);
  await built;
  return [format, lint, await runCheckBeside(TYPES)];
}

async function main() {
  readCommand(USAGE, {});
  await prepareProgram("work");
  const chromium = await ensureChromium();
  // Like `npm start`, so that the browser tests find the built app.
  const { buildClient } = await import("./bootstrap/client.mjs");
  buildClient();
  const tallies = await withResults(async (results) => {
    // A browser test mostly waits, for pages and for the browser: all other checks use what it leaves of the machine.
    const built = buildApp({ types: "unchecked" });
    const browser = built.then(() => runBrowserTests(chromium, results));
    const coverage = path.join(results, "coverage");
    const all = await Promise.all([
      runVitest(["unit", "dom", "db"], results, { coverage }),
      sourceChecks(built),
      browser,
    ]);
    printCoverage(coverage);
    return all.flat();
  });
  sumUp(tallies);
}

main().catch(reportFailure);
