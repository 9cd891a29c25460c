/**
 * npm run gate -- SESSION…|FILE… [--contract FILE]: holds sessions against a contract of findings. Ends with 0 when all
 * keep it, with 1 when one breaks it, with 2 when that cannot be told.
 */
import { once } from "node:events";
import fs from "node:fs";
import { spawnProgram } from "./bootstrap/app.mjs";
import {
  readCommand,
  REMOTE,
  REMOTE_USAGE,
  makeRemoteEnv,
  REPORTS,
  REPORTS_USAGE,
  makeReportsEnv,
  resolvePaths,
} from "./bootstrap/command.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { Problem, reportFailure } from "./bootstrap/report.mjs";
import { runWithDatabase } from "./bootstrap/with-database.mjs";

const USAGE = `npm run gate -- SESSION…|FILE… [--contract FILE] [--junit FILE] [--json FILE] [--sarif FILE] [--url URL] [--key KEY]

Holds sessions against a contract of findings. Ends with 0 when all keep it, with 1 when one breaks it, with 2 when that
cannot be told.

  --contract FILE   what is allowed, as JSON; without one no serious finding passes
${REPORTS_USAGE}
${REMOTE_USAGE}`;

async function main() {
  const { values, positionals } = readCommand(
    USAGE,
    { ...REMOTE, ...REPORTS, contract: { type: "string" } },
    { positionals: true },
  );
  if (positionals.length === 0) throw new Problem("Name the sessions or files to check.", USAGE);
  const contract = values.contract === undefined ? "{}" : readContract(String(values.contract));
  const remote = makeRemoteEnv(values);
  const reports = makeReportsEnv(values);
  await prepareProgram();
  const run = async (/** @type {Record<string, string>} */ env) => {
    const [code] = await once(
      spawnProgram("lib/cli/gate.ts", [contract, ...resolvePaths(positionals)], {
        env: { ...env, ...reports },
      }),
      "exit",
    );
    process.exitCode = code ?? 2;
  };
  if (remote !== null) await run(remote);
  else if (positionals.every((name) => fs.existsSync(name))) await run({});
  else await runWithDatabase((url) => run({ DATABASE_URL: url }));
}

/** @param {string} file */
function readContract(file) {
  if (!fs.existsSync(file)) throw new Problem(`There is no contract ${file}.`);
  return fs.readFileSync(file, "utf8");
}

main().catch((error) => {
  reportFailure(error);
  process.exitCode = 2;
});
