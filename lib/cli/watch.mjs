/** npm run watch: follows the session folders of this machine's agents until Ctrl-C. */
import { once } from "node:events";
import { spawnProgram } from "./bootstrap/app.mjs";
import { readCommand, REMOTE, REMOTE_USAGE, makeRemoteEnv } from "./bootstrap/command.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";
import { runWithDatabase } from "./bootstrap/with-database.mjs";

const USAGE = `npm run watch [-- --all] [--url URL] [--key KEY]

Follows the session folders of the agents on this machine until Ctrl-C: Claude Code, Codex, Gemini CLI, OpenClaw, pi,
OpenHands, Roo Code and Cline. It says which folders it reads, and reads nothing else.

  --all       read old files too, not only those that changed within a week
${REMOTE_USAGE}`;

async function main() {
  const { values } = readCommand(USAGE, { ...REMOTE, all: { type: "boolean", default: false } });
  const remote = makeRemoteEnv(values);
  await prepareProgram();
  const run = async (/** @type {Record<string, string>} */ env) => {
    const child = spawnProgram("lib/cli/watch.ts", values.all === true ? ["--all"] : [], { env });
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
      process.on(signal, () => child.kill("SIGTERM"));
    const [code] = await once(child, "exit");
    process.exitCode = code ?? 1;
  };
  if (remote !== null) await run(remote);
  else await runWithDatabase((url) => run({ DATABASE_URL: url }));
}

main().catch(reportFailure);
