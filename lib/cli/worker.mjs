/** npm run worker: one more worker, on this machine or another, for the database that `npm start` uses or DATABASE_URL names. */
import { spawnWorker } from "./bootstrap/app.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { findHome, findRunningDatabase } from "./bootstrap/home.mjs";
import { migrate } from "./bootstrap/migrate.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { Problem, reportFailure, step } from "./bootstrap/report.mjs";
import { runWithReturningDatabase } from "./bootstrap/returning-database.mjs";
import { supervise } from "./bootstrap/supervise.mjs";

const USAGE = `npm run worker

Starts one more worker, on this machine or another, for the database that npm start uses or DATABASE_URL names.`;

async function main() {
  readCommand(USAGE, {});
  const databaseUrl = process.env.DATABASE_URL || findRunningDatabase(findHome());
  if (databaseUrl === null)
    throw new Problem(
      "There is no database to work for.",
      "Set DATABASE_URL to that of the running Sightglass, or start one on this machine with npm start.",
    );
  await prepareProgram();
  await step("bringing the database up to date", () => runWithReturningDatabase(() => migrate(databaseUrl)));
  const ending = new AbortController();
  const { signal } = ending;
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => ending.abort());
  const { ready, ended } = supervise({ name: "worker", spawn: () => spawnWorker({ databaseUrl }), signal });
  await step("starting a worker", () => ready);
  await ended;
}

main().catch(reportFailure);
