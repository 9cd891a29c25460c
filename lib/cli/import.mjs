/** npm run import -- FILE|FOLDER…: imports exported sessions into the running server, or into the database of this home. */
import { once } from "node:events";
import fs from "node:fs";
import { spawnProgram } from "./bootstrap/app.mjs";
import { readCommand, REMOTE, REMOTE_USAGE, remoteEnv } from "./bootstrap/command.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { Problem, reportFailure } from "./bootstrap/report.mjs";
import { withDatabase } from "./bootstrap/with-database.mjs";

const USAGE = `npm run import -- FILE|FOLDER… [--url URL] [--key KEY] [--create]

Imports exported sessions of every known format, told apart by their content. Importing again adds what is new.

${REMOTE_USAGE}
  --create    make the database of this home where there is none yet`;

async function main() {
  const { values, positionals: places } = readCommand(
    USAGE,
    { ...REMOTE, create: { type: "boolean", default: false } },
    { positionals: true },
  );
  if (places.length === 0) throw new Problem("Name what to import.", USAGE);
  const missing = places.filter((place) => !fs.existsSync(place));
  if (missing.length > 0) throw new Problem(`There is no ${missing.join(", ")}.`);
  const remote = remoteEnv(values);
  await prepareProgram();
  const run = async (/** @type {Record<string, string>} */ env) => {
    const [code] = await once(spawnProgram("lib/cli/import.ts", places, { env }), "exit");
    process.exitCode = code ?? 1;
  };
  if (remote !== null) await run(remote);
  else await withDatabase((url) => run({ DATABASE_URL: url }), { create: values.create === true });
}

main().catch(reportFailure);
