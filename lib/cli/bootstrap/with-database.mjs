import { claimHome, homeFolder, prepareHome, runningDatabase } from "./home.mjs";
import { migrate } from "./migrate.mjs";
import { startPostgres } from "./postgres.mjs";
import { step } from "./report.mjs";

/**
 * Runs `work` with the database that `npm start` would use: the one at DATABASE_URL, that of the program running on this
 * home, or the home's own, started for the purpose and stopped afterwards.
 * @param {(url: string) => Promise<void>} work
 */
export async function withDatabase(work) {
  const given = process.env.DATABASE_URL;
  const home = homeFolder();
  const running = given === undefined || given === "" ? runningDatabase(home) : given;
  if (running !== null) {
    await migrate(running);
    await work(running);
    return;
  }
  prepareHome(home);
  const release = claimHome(home, "no address: a command is running");
  try {
    const server = await step("starting the database", () => startPostgres(home));
    try {
      await migrate(server.url);
      await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    release();
  }
}
