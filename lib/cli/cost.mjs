/** npm run cost -- SESSION|FILE: what a session cost, and why. */
import { once } from "node:events";
import fs from "node:fs";
import { spawnProgram } from "./bootstrap/app.mjs";
import { readCommand, REMOTE, REMOTE_USAGE, makeRemoteEnv, resolvePaths } from "./bootstrap/command.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { Problem, reportFailure } from "./bootstrap/report.mjs";
import { runWithDatabase } from "./bootstrap/with-database.mjs";

const USAGE = `npm run cost -- SESSION|FILE [--json] [--url URL] [--key KEY]

Says what a session cost, and why: by part, the losses of the cache, what was carried, the tools, the floor, and what would
have saved most.

  --json      prints the bill as the API answers it
${REMOTE_USAGE}`;

async function main() {
  const { values, positionals } = readCommand(
    USAGE,
    { ...REMOTE, json: { type: "boolean" } },
    { positionals: true },
  );
  const [place, ...others] = positionals;
  if (place === undefined || others.length > 0) throw new Problem("Name one session or one file.", USAGE);
  const remote = makeRemoteEnv({ url: readText(values.url), key: readText(values.key) });
  await prepareProgram();
  const run = async (/** @type {Record<string, string>} */ env) => {
    const args = [...resolvePaths([place]), values.json === true ? "json" : "text"];
    const [code] = await once(spawnProgram("lib/cli/cost.ts", args, { env }), "exit");
    process.exitCode = code ?? 2;
  };
  if (remote !== null) await run(remote);
  else if (fs.existsSync(place)) await run({});
  else await runWithDatabase((url) => run({ DATABASE_URL: url }));
}

/** @param {unknown} value */
function readText(value) {
  return typeof value === "string" ? value : undefined;
}

main().catch((error) => {
  reportFailure(error);
  process.exitCode = 2;
});
