import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readCommandOf } from "./home.mjs";
import { chooseUser, disguiseCommand, handOver } from "./postgres-user.mjs";
import { DATABASE_PACKAGE } from "./project.mjs";
import { Problem } from "./report.mjs";
import { makeRoomToStart, makeNoRoom, watchReserve } from "./reserve.mjs";
import { runWithReturningDatabase } from "./returning-database.mjs";
import { run } from "./run.mjs";
import { endOf } from "../../program.mjs";

const DATABASE = "sightglass";
const START_TRIES = 40;
const START_WAIT_MS = 500;
/**
 * How long the server may take to stop cleanly: it writes what its memory holds. Then it is told to stop as it is, and what it
 * has not written it finds in its log at the next start; then it is killed, with the same end.
 */
const STOP_MS = { clean: 15_000, asItIs: 5_000 };

/**
 * A running PostgreSQL that belongs to one home.
 * @typedef {{ url: string, stop: () => Promise<void>, restart: () => Promise<void>, events: EventEmitter }} EmbeddedServer
 *   `events` emits "exit" when it stops without having been asked to; `restart` brings it back under the same URL
 */

/**
 * Starts the embedded server of a home, and makes its cluster the first time. What a killed run left behind is cleaned
 * up: a server without its program is stopped, a stale process file is removed; PostgreSQL replays its own log. A folder
 * with data is never emptied, whatever is missing in it.
 * @param {string} home
 * @param {{ signal?: AbortSignal }} [options] `signal`: ends also a start that is under way
 * @returns {Promise<EmbeddedServer>}
 */
export async function startPostgres(home, { signal } = {}) {
  const programs = await findServerPrograms();
  const data = path.join(home, "postgres");
  const isNew = !fs.existsSync(data) || fs.readdirSync(data).length === 0;
  if (isNew) await makeCluster({ programs, data, home, signal });
  const disguise = chooseUser(programs.postgres, data);
  await stopLeftover(data);
  const parts = { postgres: programs.postgres, disguise, data, port: await findFreePort(), signal };
  if (!fs.existsSync(makePasswordPath(home))) await makePassword(parts, home);
  const password = fs.readFileSync(makePasswordPath(home), "utf8");
  const events = new EventEmitter();
  let server = await launchWithRoom(home, parts, events);
  const forgetReserve = watchReserve(home);
  try {
    await runWithReturningDatabase(() => makeDatabase({ port: parts.port, password }), { signal });
  } catch (error) {
    forgetReserve();
    await server.stop();
    throw explainRefusal(error, home);
  }
  let starting = Promise.resolve();
  return {
    url: `postgresql://sightglass:${password}@127.0.0.1:${parts.port}/${DATABASE}`,
    events,
    stop: async () => {
      forgetReserve();
      await starting.catch(() => {});
      await server.stop();
    },
    restart: () => {
      starting = launchWithRoom(home, parts, events).then((again) => void (server = again));
      return starting;
    },
  };
}

/** @param {unknown} error @param {string} home */
function explainRefusal(error, home) {
  const { code, message } = /** @type {Error & { code?: string }} */ (error);
  return code === "28P01"
    ? new Problem(
        `The password in ${makePasswordPath(home)} is not that of the database.`,
        "Put the right one back, or remove the file: the next start sets a new one.",
        error,
      )
    : new Problem(`The embedded PostgreSQL started and cannot be used: ${message}.`, UNTOUCHED, error);
}

const UNTOUCHED =
  "Its data is untouched. Restore a backup into another SIGHTGLASS_HOME, or set DATABASE_URL to use another server.";

/**
 * Runs `work` with a server of its own that is gone afterwards, data and all.
 * @template T
 * @param {(url: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function runWithTemporaryPostgres(work) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "sightglass-"));
  fs.chmodSync(home, 0o755);
  const server = await startPostgres(home);
  try {
    return await work(server.url);
  } finally {
    await server.stop();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** @returns {Promise<{ postgres: string, initdb: string }>} */
async function findServerPrograms() {
  try {
    return await import(DATABASE_PACKAGE);
  } catch {
    throw new Problem(
      `There is no embedded PostgreSQL for this kind of machine (${process.platform} ${process.arch}).`,
      "Set DATABASE_URL to a PostgreSQL server (15 or newer) of your own.",
    );
  }
}

/** @param {string} home */
function makePasswordPath(home) {
  return path.join(home, "postgres-password");
}

/**
 * Makes a cluster beside its place, and puts it there when it is whole: a folder at its place has data.
 * @param {{ programs: { postgres: string, initdb: string }, data: string, home: string, signal: AbortSignal | undefined }} parts
 */
async function makeCluster({ programs, data, home, signal }) {
  const password = randomBytes(24).toString("hex");
  const draft = `${data}.new`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  const disguise = chooseUser(programs.postgres, draft);
  const initFile = path.join(home, `.initdb-${process.pid}`);
  fs.writeFileSync(initFile, password, { mode: 0o600 });
  handOver(disguise, initFile);
  try {
    const flags = [
      `--pgdata=${draft}`,
      "--username=sightglass",
      "--auth=scram-sha-256",
      `--pwfile=${initFile}`,
    ];
    const { command, args, options } = disguiseCommand(disguise, programs.initdb, [
      ...flags,
      "--encoding=UTF8",
      "--locale=C",
    ]);
    await run(command, args, { ...options, signal, what: "initdb" });
  } finally {
    fs.rmSync(initFile, { force: true });
  }
  fs.writeFileSync(makePasswordPath(home), password, { mode: 0o600 });
  fs.rmSync(data, { recursive: true, force: true });
  fs.renameSync(draft, data);
}

/**
 * Gives the database another password, where the file with its own is gone.
 * @param {{ postgres: string, disguise: import("./postgres-user.mjs").Disguise, data: string }} parts @param {string} home
 */
async function makePassword({ postgres, disguise, data }, home) {
  const password = randomBytes(24).toString("hex");
  const { command, args, options } = disguiseCommand(disguise, postgres, [
    "--single",
    "-D",
    data,
    "postgres",
  ]);
  const child = spawn(command, args, { ...options, stdio: ["pipe", "ignore", "pipe"] });
  let output = "";
  child.stderr.on("data", (chunk) => (output = (output + chunk).slice(-20_000)));
  child.stdin.on("error", () => {});
  child.stdin.end(`ALTER ROLE sightglass PASSWORD '${password}'\n`);
  const [code] = await once(child, "exit");
  if (code !== 0 || /ERROR|FATAL|PANIC/.test(output))
    throw new Problem(
      `There is a database in ${data}, and no ${makePasswordPath(home)}; it cannot be given a new password:\n${output.trim()}`,
      UNTOUCHED,
    );
  fs.writeFileSync(makePasswordPath(home), password, { mode: 0o600 });
}

/** Stops a server that outlived the program which had started it. @param {string} data */
async function stopLeftover(data) {
  const file = path.join(data, "postmaster.pid");
  const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8").split("\n")[0]) : 0;
  if (pid <= 0) return;
  if (!readCommandOf(pid).includes("postgres")) {
    fs.rmSync(file, { force: true });
    return;
  }
  process.kill(pid, "SIGINT");
  for (let i = 0; i < START_TRIES && readCommandOf(pid).includes("postgres"); i++) await sleep(START_WAIT_MS);
}

/**
 * @param {string} home @param {Parameters<typeof launch>[0]} parts @param {EventEmitter} events
 * @throws Problem that names the disk where it is full
 */
async function launchWithRoom(home, parts, events) {
  if (!(await makeRoomToStart(home))) throw makeNoRoom(home);
  try {
    return await launch(parts, events);
  } catch (error) {
    throw (await makeRoomToStart(home)) ? error : makeNoRoom(home, error);
  }
}

/**
 * @param {{ postgres: string, disguise: import("./postgres-user.mjs").Disguise, data: string, port: number, signal: AbortSignal | undefined }} parts
 * @param {EventEmitter} events
 */
async function launch({ postgres, disguise, data, port, signal }, events) {
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    fsync: "on",
    synchronous_commit: "on",
    max_connections: "100",
    shared_buffers: "128MB",
    max_wal_size: "2GB",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let output = "";
  for (let attempt = 1; ; attempt++) {
    const { command, args, options } = disguiseCommand(disguise, postgres, ["-D", data, ...flags]);
    // Its own process group: an interrupt typed at the terminal reaches the app first, which then stops the server.
    const child = spawn(command, args, { ...options, detached: true, stdio: ["ignore", "ignore", "pipe"] });
    output = "";
    child.stderr.on("data", (chunk) => (output = (output + chunk).slice(-20_000)));
    if (await waitUntilAccepting(child, () => output, signal)) return supervisePostgres(child, events);
    if (signal?.aborted) {
      await stopServer(child);
      signal.throwIfAborted();
    }
    // Something killed it; or, after a kill, helper processes of the old server hold its memory for a moment.
    const passing = child.signalCode !== null || /shared memory|lock file/.test(output);
    if (!passing || attempt >= START_TRIES) break;
    await sleep(START_WAIT_MS);
  }
  throw new Problem(`The embedded PostgreSQL did not start:\n${output.trim()}`, UNTOUCHED);
}

/**
 * @param {import("node:child_process").ChildProcess} child @param {() => string} output
 * @param {AbortSignal | undefined} signal ends the wait
 */
async function waitUntilAccepting(child, output, signal) {
  while (child.exitCode === null && child.signalCode === null && !signal?.aborted) {
    if (output().includes("ready to accept connections")) return true;
    await sleep(20);
  }
  return false;
}

/** @param {import("node:child_process").ChildProcess} child @param {EventEmitter} events */
function supervisePostgres(child, events) {
  let stopping = false;
  child.once("exit", () => {
    if (!stopping) events.emit("exit");
  });
  return {
    stop: async () => {
      stopping = true;
      await stopServer(child);
    },
  };
}

/** @param {import("node:child_process").ChildProcess} child */
async function stopServer(child) {
  const harder = [
    setTimeout(() => child.kill("SIGQUIT"), STOP_MS.clean),
    setTimeout(() => child.kill("SIGKILL"), STOP_MS.clean + STOP_MS.asItIs),
  ];
  child.kill("SIGINT");
  await endOf(child);
  for (const timer of harder) clearTimeout(timer);
}

/** @param {{ port: number, password: string }} parts */
async function makeDatabase({ port, password }) {
  const { openClient } = await import("../../db/connections.mjs");
  const url = `postgresql://sightglass:${password}@127.0.0.1:${port}/postgres`;
  const client = await openClient({ url, purpose: "start" });
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** @returns {Promise<number>} */
export function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
