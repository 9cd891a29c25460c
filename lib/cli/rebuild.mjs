/** npm run rebuild: works every derived row out again from the log, in the database of this home or at DATABASE_URL. */
import { once } from "node:events";
import { spawnProgram } from "./bootstrap/app.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { runWithDatabase } from "./bootstrap/with-database.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm run rebuild

Works every derived row out again from the event log, in the database of this home or at DATABASE_URL.`;

async function main() {
  readCommand(USAGE, {});
  await prepareProgram();
  await runWithDatabase(async (url) => {
    const [code] = await once(spawnProgram("lib/cli/rebuild.ts", [], { env: { DATABASE_URL: url } }), "exit");
    process.exitCode = code ?? 1;
  });
}

main().catch(reportFailure);
