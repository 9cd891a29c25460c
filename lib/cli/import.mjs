/** npm run import -- FILE|FOLDER…: imports exported sessions into the running server, or into the database of this home. */
import { once } from "node:events";
import fs from "node:fs";
import { SPARING } from "../program.mjs";
import { spawnProgram, startWorker } from "./bootstrap/app.mjs";
import { readCommand, REMOTE, REMOTE_USAGE, makeRemoteEnv, resolvePaths } from "./bootstrap/command.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { Problem, reportFailure } from "./bootstrap/report.mjs";
import { runWithDatabase } from "./bootstrap/with-database.mjs";

const USAGE = `npm run import -- FILE|FOLDER… [--format FORMAT] [--url URL] [--key KEY] [--create]

Imports exported sessions of every known format, told apart by their content. Importing again adds what is new.

  --format    read every file as this format, whatever it looks like; "auto" goes by content
${REMOTE_USAGE}
  --create    make the database of this home where there is none yet`;

async function main() {
  const { values, positionals: places } = readCommand(
    USAGE,
    { ...REMOTE, format: { type: "string" }, create: { type: "boolean", default: false } },
    { positionals: true },
  );
  if (places.length === 0) throw new Problem("Name what to import.", USAGE);
  const missing = places.filter((place) => !fs.existsSync(place));
  if (missing.length > 0) throw new Problem(`There is no ${missing.join(", ")}.`);
  const remote = makeRemoteEnv(values);
  await prepareProgram();
  const run = async (/** @type {Record<string, string>} */ env) => {
    const child = spawnProgram("lib/cli/import.ts", resolvePaths(places), {
      env: { ...env, IMPORT_FORMAT: typeof values.format === "string" ? values.format : "auto" },
      nodeFlags: SPARING,
    });
    const [code] = await once(child, "exit");
    process.exitCode = code ?? 1;
  };
  if (remote !== null) await run(remote);
  else
    await runWithDatabase((url) => runBesideWorker(url, () => run({ DATABASE_URL: url })), {
      create: values.create === true,
    });
}

/**
 * Does something while a worker of its own process works out what is received: so what an import holds in memory is only
 * what it reads.
 * @param {string} databaseUrl
 * @param {() => Promise<void>} work
 */
async function runBesideWorker(databaseUrl, work) {
  const worker = await startWorker({ databaseUrl });
  try {
    await work();
  } finally {
    if (worker.exitCode === null && worker.signalCode === null) {
      worker.kill("SIGTERM");
      await once(worker, "exit");
    }
  }
}

main().catch(reportFailure);
