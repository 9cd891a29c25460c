/** npm run check: the fast checks, for every few minutes of work. npm test runs all. */
import { LINT, runCheckBeside, runVitest, sumUp, TYPES, withResults } from "./bootstrap/checks.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm run check

Checks the types, lints, and runs the quick unit tests: no database, no browser, no build, no long series of cases. Types and lint look only at what changed
since the last time. Ends with 0 when everything passes.`;

async function main() {
  readCommand(USAGE, {});
  await prepareProgram("work");
  const tallies = await withResults(async (results) => [
    ...(await Promise.all([runCheckBeside(TYPES), runCheckBeside(LINT)])),
    await runVitest(["quick"], results),
  ]);
  sumUp(tallies);
}

main().catch(reportFailure);
