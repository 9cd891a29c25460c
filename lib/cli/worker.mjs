/** npm run worker: one more worker, on this machine or another, for the database that `npm start` uses or DATABASE_URL names. */
import { once } from "node:events";
import { spawnWorker } from "./bootstrap/app.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { homeFolder, runningDatabase } from "./bootstrap/home.mjs";
import { migrate } from "./bootstrap/migrate.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { Problem, reportFailure, step } from "./bootstrap/report.mjs";
import { supervise } from "./bootstrap/supervise.mjs";

const USAGE = `npm run worker

Starts one more worker, on this machine or another, for the database that npm start uses or DATABASE_URL names.`;

async function main() {
  readCommand(USAGE, {});
  const databaseUrl = process.env.DATABASE_URL || runningDatabase(homeFolder());
  if (databaseUrl === null)
    throw new Problem(
      "There is no database to work for.",
      "Set DATABASE_URL to that of the running Sightglass, or start one on this machine with npm start.",
    );
  await prepareProgram();
  await step("bringing the database up to date", () => migrate(databaseUrl));
  const ended = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => ended.abort());
  const { ready, stop } = supervise({ name: "worker", spawn: () => spawnWorker({ databaseUrl }) });
  ended.signal.addEventListener("abort", () => void stop(), { once: true });
  await step("starting a worker", () => ready);
  if (!ended.signal.aborted) await once(ended.signal, "abort");
  await stop();
}

main().catch(reportFailure);
