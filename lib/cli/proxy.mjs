/** npm run proxy [-- COMMAND ARG…]: records the model calls of programs whose base URL leads through it. */
import { once } from "node:events";
import { spawnProgram } from "./bootstrap/app.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm run proxy [-- COMMAND ARG…]

Records the model calls of programs whose base URL leads through it; with a command, of that program, until it ends.

  SIGHTGLASS_PROXY_PORT     where to listen
  SIGHTGLASS_PROXY_TARGET   the Sightglass that records the calls, http://127.0.0.1:4318 unless it is set`;

async function main() {
  // Arguments behind the command belong to it.
  if (["--help", "-h"].includes(process.argv[2] ?? "")) readCommand(USAGE, {});
  await prepareProgram();
  const child = spawnProgram("lib/proxy/main.ts", process.argv.slice(2));
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
}

main().catch(reportFailure);
