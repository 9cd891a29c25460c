/** npm start: from a fresh checkout to a running Sightglass. Every step that does something says so. */
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { diskOfDatabase, diskProblems } from "../db/disk-room.mjs";
import { ENDS_WITHIN_MS, endOf, endWithin } from "../program.mjs";
import { checkPort, readWorkers, spawnApp, spawnProgram, spawnWorker } from "./bootstrap/app.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { claimHome, findHome, prepareHome } from "./bootstrap/home.mjs";
import { chooseInstance } from "./bootstrap/instance.mjs";
import { buildApp, checkNode, prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure, step } from "./bootstrap/report.mjs";
import { runWithReturningDatabase } from "./bootstrap/returning-database.mjs";
import { keepDatabase, supervise } from "./bootstrap/supervise.mjs";
import { ProcessReports } from "./bootstrap/process-reports.mjs";

const USAGE = `npm start

Starts Sightglass: builds what has changed, starts the database, and serves the app until Ctrl-C.

  PORT              where to listen, 4318 unless it is set
  HOST              127.0.0.1 unless it is set; others only in team mode
  SIGHTGLASS_HOME   the folder that keeps the database: in a clone ./.sightglass, else ~/.sightglass
  DATABASE_URL      a PostgreSQL database to use instead of an own one
  SIGHTGLASS_MODE   local, the default, or team
  SIGHTGLASS_DEMO   0 leaves the demo sessions out`;

async function main() {
  readCommand(USAGE, {});
  // Whoever read its words may be gone, as behind `| head -1`; the app goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  checkNode();
  const home = findHome();
  prepareHome(home);
  const instance = chooseInstance(home);
  const workers = readWorkers();
  const release = claimHome(home, instance.url);
  const ending = new AbortController();
  for (const signal of SIGNALS) process.on(signal, () => ending.abort());
  const begun = new Begun(home, release, ending.signal);
  const beginning = begin({ ...instance, workers }, begun).catch((error) => {
    if (!ending.signal.aborted) reportFailure(error);
    ending.abort();
  });
  if (!ending.signal.aborted) await once(ending.signal, "abort");
  process.stdout.write("\n");
  await step("stopping", () => begun.end(beginning));
  // Something that was under way may still hold this process.
  process.exit();
}

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/** What a start has begun so far. All of it is told of the end at the same moment, before anything of it is waited for. */
class Begun {
  told = new ProcessReports();
  /** @type {import("./bootstrap/postgres.mjs").EmbeddedServer | null} */
  #server = null;
  /** @type {Promise<unknown>[]} */
  #ends = [];

  /** @param {string} home @param {ReturnType<typeof claimHome>} release @param {AbortSignal} signal that all is to end */
  constructor(home, release, signal) {
    this.home = home;
    this.release = release;
    this.signal = signal;
  }

  /** @returns {Promise<string>} the database's URL */
  async openDatabase() {
    if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
    const { startPostgres } = await import("./bootstrap/postgres.mjs");
    const { home, signal, told } = this;
    const server = await step("starting the database", () => startPostgres(home, { signal }));
    this.#server = server;
    this.release.noteDatabase(server.url);
    keepDatabase(server, { signal, onChange: (state) => told.note(state) });
    return server.url;
  }

  /**
   * Keeps a process running.
   * @param {string} name @param {() => import("node:child_process").ChildProcess} spawn @returns {Promise<void>} when it works
   */
  keep(name, spawn) {
    const { signal, told } = this;
    const { ready, ended } = supervise({ name, spawn, signal, onChange: (state) => told.note(state) });
    this.#ends.push(ended);
    return ready;
  }

  /**
   * Runs a program to its end, again when a connection was lost.
   * @param {import("../program.mjs").Program} file @param {string[]} args @param {Record<string, string>} env @returns {Promise<boolean>} whether it did its work
   */
  async runOnce(file, args, env) {
    for (let tries = 1; tries <= RUN_TRIES && !this.signal.aborted; tries++) {
      const child = spawnProgram(file, args, { env, stdio: ["ignore", "inherit", "inherit"] });
      const end = () => endWithin(child, ENDS_WITHIN_MS.killed, () => child.kill("SIGTERM"));
      this.signal.addEventListener("abort", end, { once: true });
      this.#ends.push(endOf(child));
      const how = await endOf(child);
      this.signal.removeEventListener("abort", end);
      if (how === "exit code 0") return true;
    }
    return false;
  }

  /** Waits until all has ended, the database last. @param {Promise<void>} beginning the start, which may be under way */
  async end(beginning) {
    const late = sleep(ENDS_WITHIN_MS.killed, undefined, { ref: false });
    await Promise.all([...this.#ends, Promise.race([beginning, late])]);
    await this.#server?.stop();
    this.release();
  }
}

const RUN_TRIES = 3;

/** @param {ReturnType<typeof chooseInstance> & { workers: number }} instance @param {Begun} begun */
async function begin({ host, port, url, team, env, workers }, begun) {
  const { signal, told } = begun;
  await checkPort(port, host);
  await prepareProgram("run", signal);
  await buildApp(signal);
  const database = await begun.openDatabase();
  const { migrate } = await import("./bootstrap/migrate.mjs");
  await step("bringing the database up to date", () =>
    runWithReturningDatabase(() => migrate(database), { signal }),
  );
  const own = process.env.DATABASE_URL
    ? {}
    : { SIGHTGLASS_DATABASE_FOLDER: path.join(begun.home, "postgres") };
  const options = { databaseUrl: database, env: { ...env, ...own } };
  const app = begun.keep("app", () => told.tell(spawnApp({ ...options, port })));
  // A start takes a whole processor: whoever waits for the address waits for the app alone.
  const working = app.then(() =>
    Promise.all(
      Array.from({ length: workers }, (_, i) => {
        const name = workers === 1 ? "worker" : `worker ${i + 1}`;
        return begun.keep(name, () => told.hear(name, spawnWorker(options)));
      }),
    ),
  );
  // Its failure is told below: pages can be read before the workers work.
  working.catch(() => {});
  await step("starting the app", () => Promise.all([app, loadDemo(database, begun)]));
  if (signal.aborted) return;
  process.stdout.write(`\nSightglass is at ${url}\nCtrl-C stops it.\n`);
  const [problem] = diskProblems(await diskOfDatabase(own.SIGHTGLASS_DATABASE_FOLDER));
  if (problem !== undefined) process.stderr.write(`\nMake room: ${problem}.\n`);
  if (process.env.DATABASE_URL && (await isLeftUnspread(database).catch(() => false)))
    process.stderr.write(
      "\nNo table of this database is spread over its cluster: npm run distribute does it.\n",
    );
  // The link that makes its user the owner, as long as there is nobody.
  if (team) await begun.runOnce("lib/cli/owner-link.ts", ["--first"], { ...env, DATABASE_URL: database });
  await working;
}

/** Puts the demo sessions into a database that has never had any. @param {string} databaseUrl @param {Begun} begun */
async function loadDemo(databaseUrl, begun) {
  if (process.env.SIGHTGLASS_DEMO === "0" || (await hasDemo(databaseUrl).catch(() => false))) return;
  const isLoaded = await begun.runOnce("lib/cli/load-demo.ts", [], { DATABASE_URL: databaseUrl });
  if (!isLoaded && !begun.signal.aborted)
    process.stderr.write("The demo sessions could not be loaded; everything else works.\n");
}

/** Asked here, because the program that loads it takes seconds to begin. @param {string} url */
async function hasDemo(url) {
  const { rows } = await askOnce(url, (client) =>
    client.query("SELECT 1 FROM project WHERE settings->>'demoLoaded' = 'true' LIMIT 1"),
  );
  return rows.length > 0;
}

/** @param {string} url */
async function isLeftUnspread(url) {
  const { isOnCoordinatorAlone } = await import("./bootstrap/distribute.mjs");
  return askOnce(url, isOnCoordinatorAlone);
}

/**
 * @template T
 * @param {string} url @param {(client: import("pg").Client) => Promise<T>} ask @returns {Promise<T>}
 */
async function askOnce(url, ask) {
  const { openClient } = await import("../db/connections.mjs");
  const client = await openClient({ url, purpose: "start" });
  return ask(client).finally(() => client.end());
}

main().catch(reportFailure);
