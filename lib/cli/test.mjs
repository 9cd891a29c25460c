/** npm test: installs what the tests need, runs every check there is, and ends with one line that adds them up. */
import {
  FORMAT,
  LINT,
  runBrowserTests,
  runCheck,
  runVitest,
  sumUp,
  TYPES,
  withResults,
} from "./bootstrap/checks.mjs";
import { ensureChromium } from "./bootstrap/chromium.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { buildApp, prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm test

Installs what the tests need, runs every check there is, and ends with one line that adds them up.`;

async function main() {
  readCommand(USAGE, {});
  await prepareProgram("work");
  const chromium = await ensureChromium();
  // As the start does, so that the browser tests find the app built.
  const { buildClient } = await import("./bootstrap/client.mjs");
  buildClient();
  await buildApp();
  const tallies = await withResults(async (results) => {
    // A browser test mostly waits, for pages and for the browser: the other checks use what it leaves of the machine.
    const browser = runBrowserTests(chromium, results);
    const others = [await runCheck(FORMAT), await runCheck(LINT), await runCheck(TYPES)];
    for (const project of ["unit", "dom", "db"]) others.push(await runVitest(project, results));
    return [...others, await browser];
  });
  sumUp(tallies);
}

main().catch(reportFailure);
