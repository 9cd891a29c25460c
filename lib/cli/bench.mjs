/** npm run bench [-- NAME…]: measures what the project promises, on a server and a database of its own. Prints ratios of one run. */
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { spawnProgram, startApp, startWorker } from "./bootstrap/app.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { ensureChromium } from "./bootstrap/chromium.mjs";
import { migrate } from "./bootstrap/migrate.mjs";
import { freePort, withTemporaryPostgres } from "./bootstrap/postgres.mjs";
import { buildApp, prepareProgram, ROOT } from "./bootstrap/project.mjs";
import { Problem, reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm run bench [-- NAME…]
npm run bench -- precision FOLDER [--half held] [--list] [--only TEXT]
npm run bench -- judge [--who-and-when FOLDER]

Measures what the project promises, on a server and a database of its own. Without names it runs every file of bench/
but two, which need neither. precision needs a folder with real sessions (FOLDER/…/work/FORMAT/NAME): it prints per rule
how many findings people read as true, and with --list each finding for reading. judge needs the language model of
SIGHTGLASS_JUDGE_URL, _MODEL and _KEY: it prints how well the model answers the labelled cases and what that costs, and
with a copy of the public set Who&When how often it names the decisive agent and step.`;

/** Without a server, by the number of folders that they take. */
const ALONE = new Map([
  ["precision", 1],
  ["judge", 0],
]);

async function main() {
  const { positionals: asked, values } = readCommand(
    USAGE,
    {
      half: { type: "string" },
      list: { type: "boolean" },
      only: { type: "string" },
      "who-and-when": { type: "string" },
    },
    { positionals: true },
  );
  await prepareProgram("work");
  const alone = ALONE.get(asked[0] ?? "");
  if (alone !== undefined) {
    const [name, ...folders] = asked;
    if (folders.length !== alone)
      throw new Problem(`${name} takes ${alone === 0 ? "no folder as such" : "one folder"}.`, USAGE);
    const flags = Object.entries(values).map(([flag, value]) =>
      value === true ? `--${flag}` : `--${flag}=${flag === "who-and-when" ? path.resolve(value) : value}`,
    );
    const args = [...folders.map((folder) => path.resolve(folder)), ...flags];
    const [code] = await once(spawnProgram(`bench/${name}.bench.ts`, args), "exit");
    process.exitCode = code ?? 1;
    return;
  }
  const known = fs
    .readdirSync(path.join(ROOT, "bench"))
    .filter((name) => name.endsWith(".bench.ts"))
    .map((name) => name.replace(".bench.ts", ""))
    .filter((name) => !ALONE.has(name))
    .sort();
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Problem(`There is no benchmark ${unknown.join(", ")}.`, `There are ${known.join(", ")}.`);
  const chromium = await ensureChromium();
  await buildApp();
  let failed = false;
  for (const name of asked.length > 0 ? asked : known) {
    console.log(`\n── ${name}`);
    await withTemporaryPostgres(async (databaseUrl) => {
      await migrate(databaseUrl);
      const port = await freePort();
      const app = await startApp({ databaseUrl, port });
      const worker = await startWorker({ databaseUrl });
      const env = {
        DATABASE_URL: databaseUrl,
        BENCH_URL: `http://127.0.0.1:${port}`,
        BENCH_WORKER: String(worker.pid),
        SIGHTGLASS_CHROMIUM: chromium,
      };
      const [code] = await once(spawnProgram(`bench/${name}.bench.ts`, [], { env }), "exit");
      failed ||= code !== 0;
      for (const child of [app, worker]) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
    });
  }
  process.exitCode = failed ? 1 : 0;
}

main().catch(reportFailure);
