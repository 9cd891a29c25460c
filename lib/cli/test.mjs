/** npm test: installs what the tests need, runs every check there is, and ends with one line that adds them up. */
import {
  FORMAT,
  LINT,
  runBrowserTests,
  runCheck,
  runVitest,
  sumUp,
  TYPES,
  runWithResults,
} from "./bootstrap/checks.mjs";
import { ensureChromium } from "./bootstrap/chromium.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { buildApp, prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm test

Installs what the tests need, runs every check there is, and ends with one line that adds the checks up.`;

async function main() {
  readCommand(USAGE, {});
  await prepareProgram("work");
  const chromium = await ensureChromium();
  const tallies = await runWithResults(async (results) => {
    // A browser test mostly waits, so the other checks use the rest of the machine.
    const built = buildApp();
    const browser = built.then(() => runBrowserTests(chromium, results));
    // A failed build is reported where it is awaited, not earlier.
    browser.catch(() => {});
    const sources = [await runCheck(FORMAT), await runCheck(LINT)];
    // The build writes the types of routes, which the type check needs.
    await built;
    const types = await runCheck(TYPES);
    return [...sources, types, await runVitest(["unit", "dom", "db"], results), await browser];
  });
  sumUp(tallies);
}

main().catch(reportFailure);
