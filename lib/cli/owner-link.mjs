/** npm run owner-link: prints a link to become an owner in team mode, for when nobody can sign in any more. */
import { once } from "node:events";
import { spawnProgram } from "./bootstrap/app.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { findHome, prepareHome } from "./bootstrap/home.mjs";
import { chooseInstance } from "./bootstrap/instance.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { Problem, reportFailure } from "./bootstrap/report.mjs";
import { runWithDatabase } from "./bootstrap/with-database.mjs";

const USAGE = `npm run owner-link

Prints a link to become an owner in team mode, for when nobody can sign in any more. It works once, within a week.`;

async function main() {
  readCommand(USAGE, {});
  const home = findHome();
  prepareHome(home);
  const { team, env } = chooseInstance(home);
  if (!team)
    throw new Problem("In local mode nobody signs in.", "Set SIGHTGLASS_MODE=team as for npm start.");
  await prepareProgram();
  await runWithDatabase(async (url) => {
    const child = spawnProgram("lib/cli/owner-link.ts", [], { env: { ...env, DATABASE_URL: url } });
    const [code] = await once(child, "exit");
    process.exitCode = code ?? 1;
  });
}

main().catch(reportFailure);
