/** npm run compact: gives what deleted sessions took back to the disk. */
import { once } from "node:events";
import { spawnProgram } from "./bootstrap/app.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";
import { runWithDatabase } from "./bootstrap/with-database.mjs";

const USAGE = `npm run compact

Gives the room of deleted sessions back to the disk, in the database of this home or at DATABASE_URL. Tables are written anew, one
after another: each needs room for its copy, and nobody can write to it meanwhile.`;

async function main() {
  readCommand(USAGE, {});
  await prepareProgram();
  await runWithDatabase(async (url) => {
    const [code] = await once(spawnProgram("lib/cli/compact.ts", [], { env: { DATABASE_URL: url } }), "exit");
    process.exitCode = code ?? 1;
  });
}

main().catch(reportFailure);
