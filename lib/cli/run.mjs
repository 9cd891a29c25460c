/** npm run run -- COMMAND: runs a command with its model calls recorded. Starts Sightglass where it does not run yet. */
import { once } from "node:events";
import { spawnProgram } from "./bootstrap/app.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { findInstance } from "./bootstrap/instance-at.mjs";
import { openPage } from "./bootstrap/open-page.mjs";
import { findFreePort } from "./bootstrap/postgres.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { formatCommand, Problem, reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm run run -- COMMAND [ARG…]

Runs a command and records its model calls, through a proxy on this machine and in Node programs through the client library.
Starts Sightglass where it does not run yet, says where the sessions are, and opens the first one where there is a display. An
address of a provider or gateway that is set for the command stays where its calls go. Sightglass goes on until npm run stop.

  SIGHTGLASS_PROXY_TARGET   a Sightglass elsewhere that records the calls, with its key in SIGHTGLASS_API_KEY
  SIGHTGLASS_OPEN           0 opens no page
  All variables of npm start and npm run proxy hold here, too.`;

async function main() {
  const [command, ...args] = process.argv[2] === "--" ? process.argv.slice(3) : process.argv.slice(2);
  // Arguments behind the command belong to it.
  if (command === "--help" || command === "-h") readCommand(USAGE, {});
  if (command === undefined) throw new Problem("Name the command to run.", USAGE);
  await prepareProgram();
  const { url, isNew } = await findInstance(process.env.SIGHTGLASS_PROXY_TARGET || null);
  const port = process.env.SIGHTGLASS_PROXY_PORT || String(await findFreePort());
  process.on("SIGINT", () => undefined);
  const child = spawnProgram("lib/proxy/main.ts", [command, ...args], {
    env: { SIGHTGLASS_PROXY_TARGET: url, SIGHTGLASS_PROXY_PORT: port },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("message", (/** @type {{ session: string }} */ { session }) => openPage(session));
  const [code] = await once(child, "exit");
  if (isNew)
    process.stderr.write(formatCommand(`sightglass: It goes on at ${url}; npm run stop stops it.\n`));
  process.exitCode = code ?? 1;
}

main().catch(reportFailure);
