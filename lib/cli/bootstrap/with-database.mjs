import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ENDS_WITHIN_MS } from "../../program.mjs";
import { claimHome, findHome, prepareHome, findRunningDatabase } from "./home.mjs";
import { hasSchema, migrate } from "./migrate.mjs";
import { startPostgres } from "./postgres.mjs";
import { Problem, step } from "./report.mjs";

/**
 * Runs `work` with the database that `npm start` would use: the one at DATABASE_URL, that of the program running on this
 * home, or the home's own, started for the purpose and stopped afterwards.
 * @param {(url: string) => Promise<void>} work
 * @param {{ create?: boolean, schema?: "newest" | "as it is" }} [options] `create`: whether a database may be made where there
 *   is none; `schema`: whether it is brought to this program's schema first
 */
export async function runWithDatabase(work, { create = false, schema = "newest" } = {}) {
  const given = process.env.DATABASE_URL;
  const home = findHome();
  const running = given === undefined || given === "" ? findRunningDatabase(home) : given;
  if (running !== null) {
    if (!create && !(await hasSchema(running)))
      throw new Problem("The database at DATABASE_URL holds no Sightglass.", ADVICE);
    if (schema === "newest") await migrate(running);
    await work(running);
    return;
  }
  if (!create && !fs.existsSync(path.join(home, "postgres", "PG_VERSION")))
    throw new Problem(`There is no database in the home folder ${home}.`, ADVICE);
  prepareHome(home);
  const release = claimHome(home, "no address: a command is running");
  try {
    const server = await step("starting the database", () => startPostgres(home));
    try {
      const ended = (async () => {
        if (schema === "newest") await migrate(server.url);
        await work(server.url);
      })();
      await Promise.race([ended, failWhenToldToEnd()]);
    } finally {
      await server.stop();
    }
  } finally {
    release();
  }
}

/** Fails when the command is told to end and has not come to that by itself: its database does not outlive it. */
async function failWhenToldToEnd() {
  await new Promise((told) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, told);
  });
  await sleep(ENDS_WITHIN_MS.itself, undefined, { ref: false });
  throw new Problem("The command was told to end before it was done.");
}

const ADVICE =
  "Point SIGHTGLASS_HOME or DATABASE_URL to the right place, name a running instance with --url where the command takes it, or run npm start once.";
