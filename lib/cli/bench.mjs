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

Measures what the project promises, on a server and a database of its own. Without names it runs every file of bench/.`;

async function main() {
  const { positionals: asked } = readCommand(USAGE, {}, { positionals: true });
  await prepareProgram("work");
  const known = fs
    .readdirSync(path.join(ROOT, "bench"))
    .filter((name) => name.endsWith(".bench.ts"))
    .map((name) => name.replace(".bench.ts", ""))
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
