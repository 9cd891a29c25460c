/** npm run replay -- SESSION|FILE --policy FILE…: compares policies over one session, as a table. Gates make it fail. */
import { once } from "node:events";
import fs from "node:fs";
import { spawnProgram } from "./bootstrap/app.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";
import { withDatabase } from "./bootstrap/with-database.mjs";

async function main() {
  const args = process.argv.slice(2);
  await prepareProgram();
  const place = args.find((arg, i) => !arg.startsWith("--") && !args[i - 1]?.startsWith("--"));
  if (place === undefined || fs.existsSync(place)) {
    await run(args, {});
    return;
  }
  await withDatabase((url) => run(args, { DATABASE_URL: url }));
}

/** @param {string[]} args @param {Record<string, string>} env */
async function run(args, env) {
  const [code] = await once(spawnProgram("lib/cli/replay.ts", args, { env }), "exit");
  process.exitCode = code ?? 1;
}

main().catch(reportFailure);
