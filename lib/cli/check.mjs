/** npm run check: the fast checks, for every few minutes of work. npm test runs all. */
import { LINT, runCheckBeside, runVitest, sumUp, TYPES, withResults } from "./bootstrap/checks.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

/** Tests over whole sets of sessions, over many random cases, or with another program. npm test runs them. */
const LONG = [
  "**/*.property.test.ts",
  "**/corpus/**",
  "**/corpus.test.ts",
  "**/*-files.test.ts",
  "**/package-conformance.test.ts",
  "**/{captures,conformance,every-record,false-hits,fuzz,growing-*,hostile-text,many-fields}.test.ts",
  "**/{native-events,own-policy,injected,recall,recorded,stateless,swe-agent-*,tokenizer}.test.ts",
  "lib/cli/*.test.ts",
  "lib/client/{package,python}.test.ts",
  "**/{align,archive,foreign-orders,mixed-paths}.test.ts",
];

const USAGE = `npm run check

Checks the types, lints, and runs the quick unit tests: no database, no browser, no build, no long series of cases. Types and lint look only at what changed
since the last time. Ends with 0 when everything passes.`;

async function main() {
  readCommand(USAGE, {});
  await prepareProgram("work");
  const tallies = await withResults(async (results) => [
    ...(await Promise.all([runCheckBeside(TYPES), runCheckBeside(LINT)])),
    await runVitest(["unit"], results, { leftOut: LONG }),
  ]);
  sumUp(tallies);
}

main().catch(reportFailure);
