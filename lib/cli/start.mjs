/** npm start: from a fresh checkout to a running Sightglass. Every step that does something says so. */
import { once } from "node:events";
import path from "node:path";
import { checkPort, chosenWorkers, spawnApp, spawnProgram, spawnWorker } from "./bootstrap/app.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { claimHome, homeFolder, prepareHome } from "./bootstrap/home.mjs";
import { chosenInstance } from "./bootstrap/instance.mjs";
import { buildApp, checkNode, prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure, step } from "./bootstrap/report.mjs";
import { keepDatabase, supervise, withReturningDatabase } from "./bootstrap/supervise.mjs";
import { ToldOfProcesses } from "./bootstrap/told-of-processes.mjs";

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
  checkNode();
  const home = homeFolder();
  prepareHome(home);
  const { host, port, url, team, env } = chosenInstance(home);
  const workers = chosenWorkers();
  const release = claimHome(home, url);
  /** @type {(() => Promise<unknown>)[]} */
  const cleanup = [async () => release()];
  const ending = new AbortController();
  const told = new ToldOfProcesses();
  let stopped = Promise.resolve();
  const stop = () => {
    if (!ending.signal.aborted) stopped = stopAll();
    ending.abort();
    return stopped;
  };
  const undoAll = async () => {
    for (let undo = cleanup.pop(); undo !== undefined; undo = cleanup.pop()) await undo();
  };
  const stopAll = async () => {
    process.stdout.write("\n");
    await step("stopping", undoAll);
  };
  process.on("SIGINT", () => void stop());
  process.on("SIGTERM", () => void stop());
  process.on("SIGHUP", () => void stop());
  try {
    await checkPort(port, host);
    await prepareProgram();
    await buildApp();
    const database = await openDatabase(home, { cleanup, signal: ending.signal, told });
    release.noteDatabase(database);
    const { migrate } = await import("./bootstrap/migrate.mjs");
    await step("bringing the database up to date", () =>
      withReturningDatabase(() => migrate(database), { signal: ending.signal }),
    );
    const own = process.env.DATABASE_URL ? {} : { SIGHTGLASS_DATABASE_FOLDER: path.join(home, "postgres") };
    /** @param {string} name @param {() => import("node:child_process").ChildProcess} spawn */
    const keep = (name, spawn) => {
      const { ready, stop: end } = supervise({ name, spawn, onChange: (state) => told.note(state) });
      cleanup.push(end);
      return ready;
    };
    // What was begun before the stop and was there after it.
    if (ending.signal.aborted) return await undoAll();
    const app = keep("app", () =>
      told.tell(spawnApp({ databaseUrl: database, port, env: { ...env, ...own } })),
    );
    // A start takes a whole processor: whoever waits for the address waits for the app alone.
    const working = app.then(() =>
      Promise.all(
        Array.from({ length: ending.signal.aborted ? 0 : workers }, (_, i) => {
          const name = workers === 1 ? "worker" : `worker ${i + 1}`;
          return keep(name, () => told.hear(name, spawnWorker({ databaseUrl: database, env })));
        }),
      ),
    );
    // Its failure is told below: pages can be read before the workers work.
    working.catch(() => {});
    await step("starting the app", () => Promise.all([app, loadDemo(database, ending.signal)]));
    if (!ending.signal.aborted) process.stdout.write(`\nSightglass is at ${url}\nCtrl-C stops it.\n`);
    if (team) await inviteFirstOwner(database, env);
    await working;
  } catch (error) {
    reportFailure(error);
    await stop();
  }
}

/**
 * @param {string} home
 * @param {{ cleanup: (() => Promise<unknown>)[], signal: AbortSignal, told: ToldOfProcesses }} parts
 * @returns {Promise<string>} the database's URL
 */
async function openDatabase(home, { cleanup, signal, told }) {
  if (process.env.DATABASE_URL !== undefined && process.env.DATABASE_URL !== "")
    return process.env.DATABASE_URL;
  const { startPostgres } = await import("./bootstrap/postgres.mjs");
  const server = await step("starting the database", () => startPostgres(home));
  cleanup.push(() => server.stop());
  keepDatabase(server, { signal, onChange: (state) => told.note(state) });
  return server.url;
}

/** Puts the demo sessions into a database that has never had any. @param {string} databaseUrl @param {AbortSignal} signal */
async function loadDemo(databaseUrl, signal) {
  if (process.env.SIGHTGLASS_DEMO === "0" || (await hasDemo(databaseUrl).catch(() => false))) return;
  const child = spawnProgram("lib/cli/load-demo.ts", [], {
    env: { DATABASE_URL: databaseUrl },
    stdio: ["ignore", "inherit", "inherit"],
  });
  signal.addEventListener("abort", () => child.kill());
  const [code] = await once(child, "exit");
  if (code !== 0 && !signal.aborted)
    process.stderr.write("The demo sessions could not be loaded; everything else works.\n");
}

/** Asked here, because the program that loads it takes seconds to begin. @param {string} connectionString */
async function hasDemo(connectionString) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client
    .query("SELECT 1 FROM project WHERE settings->>'demoLoaded' = 'true' LIMIT 1")
    .finally(() => client.end());
  return rows.length > 0;
}

/**
 * Prints the link that makes its user the owner, as long as there is nobody.
 * @param {string} databaseUrl @param {Record<string, string>} env
 */
async function inviteFirstOwner(databaseUrl, env) {
  const child = spawnProgram("lib/cli/owner-link.ts", ["--first"], {
    env: { ...env, DATABASE_URL: databaseUrl },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await once(child, "exit");
}

main().catch(reportFailure);
