/**
 * npm run verify -- SESSION…|FILE…: decides every claim of every finding again from the log. Ends with 0 when all hold,
 * with 1 when one does not, with 2 when that cannot be told.
 */
import { once } from "node:events";
import fs from "node:fs";
import { spawnProgram } from "./bootstrap/app.mjs";
import { readCommand, resolvePaths } from "./bootstrap/command.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { Problem, reportFailure } from "./bootstrap/report.mjs";
import { runWithDatabase } from "./bootstrap/with-database.mjs";

const USAGE = `npm run verify -- SESSION…|FILE…

Decides every claim of every finding again: of stored sessions their stored findings, of files what is found in them.
Ends with 0 when all claims hold, with 1 when one does not, with 2 when a session cannot be read.`;

async function main() {
  const { positionals } = readCommand(USAGE, {}, { positionals: true });
  if (positionals.length === 0) throw new Problem("Name the sessions or files to verify.", USAGE);
  await prepareProgram();
  const run = async (/** @type {Record<string, string>} */ env) => {
    const [code] = await once(spawnProgram("lib/cli/verify.ts", resolvePaths(positionals), { env }), "exit");
    process.exitCode = code ?? 2;
  };
  if (positionals.every((name) => fs.existsSync(name))) await run({});
  else await runWithDatabase((url) => run({ DATABASE_URL: url }));
}

main().catch((error) => {
  reportFailure(error);
  process.exitCode = 2;
});
