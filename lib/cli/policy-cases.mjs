/** npm run test:policy-cases: runs the recorded cases, or those of the file that POLICY_CASES names, and says what passed. */
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { spawnProgram } from "./bootstrap/app.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { checkNode, installPackages, ROOT } from "./bootstrap/project.mjs";
import { Problem, reportFailure } from "./bootstrap/report.mjs";

const USAGE = `POLICY_CASES=FILE npm run test:policy-cases

Runs the cases of a file against the policies and says what passed.`;

async function main() {
  readCommand(USAGE, {});
  const file = path.resolve(
    process.env.POLICY_CASES || path.join(ROOT, "lib/testing/fixtures/policy-cases.json"),
  );
  if (!fs.existsSync(file))
    throw new Problem(
      `There is no ${file}.`,
      "Name a file of cases: POLICY_CASES=FILE npm run test:policy-cases",
    );
  checkNode();
  await installPackages("work");
  const [code] = await once(spawnProgram("lib/testing/policy-cases/print-outcomes.ts", [file]), "exit");
  process.exitCode = code ?? 1;
}

main().catch(reportFailure);
