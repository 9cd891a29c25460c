/**
 * npm run check -- SESSION…|FILE… [--contract FILE]: holds sessions against a contract of findings. Ends with 0 when all
 * keep it, with 1 when one breaks it, with 2 when that cannot be told.
 */
import { once } from "node:events";
import fs from "node:fs";
import { parseArgs } from "node:util";
import { spawnProgram } from "./bootstrap/app.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { Problem, reportFailure } from "./bootstrap/report.mjs";
import { withDatabase } from "./bootstrap/with-database.mjs";

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { contract: { type: "string" } },
  });
  if (positionals.length === 0)
    throw new Problem("Name what to check: npm run check -- SESSION…|FILE… [--contract FILE]");
  const contract = values.contract === undefined ? "{}" : readContract(values.contract);
  await prepareProgram();
  const run = async (/** @type {Record<string, string>} */ env) => {
    const [code] = await once(spawnProgram("lib/cli/check.ts", [contract, ...positionals], { env }), "exit");
    process.exitCode = code ?? 2;
  };
  if (positionals.every((name) => fs.existsSync(name))) await run({});
  else await withDatabase((url) => run({ DATABASE_URL: url }));
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
