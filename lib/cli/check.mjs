/** npm run check: the fast checks, for every few minutes of work. npm test runs all. */
import { FORMAT, LINT, runCheck, runVitest, sumUp, TYPES, withResults } from "./bootstrap/checks.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm run check

Checks the format and the types, lints, and runs the quick unit tests: no database, no browser, no build, no long series of
cases. Ends with 0 when everything passes.`;

async function main() {
  readCommand(USAGE, {});
  await prepareProgram("work");
  const tallies = await withResults(async (results) => [
    await runCheck(FORMAT),
    await runCheck(LINT),
    await runCheck(TYPES),
    await runVitest(["quick"], results),
  ]);
  sumUp(tallies);
}

main().catch(reportFailure);
