import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { SPARING, startProgram } from "../../program.mjs";
import { ROOT } from "./project.mjs";
import { Problem } from "./report.mjs";
import { waitForReadyOrEnd } from "./supervise.mjs";

export const DEFAULT_PORT = 4318;
/** Named on each connection to the database, where processes of other versions see it. */
const { version: VERSION } = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));

/** From PORT. */
export function readPort() {
  const text = process.env.PORT ?? String(DEFAULT_PORT);
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Problem(`PORT is "${text}", which is no port.`, "Set PORT to a number from 1 to 65535.");
}

/** Fails when something listens on the port already. @param {number} port @param {string} host @returns {Promise<void>} */
export function checkPort(port, host) {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      const taken =
        error.code === "EADDRINUSE"
          ? `Port ${port} is taken by another program.`
          : `Port ${port} cannot be used: ${error.code}.`;
      reject(new Problem(taken, `Stop that program, or choose another port: PORT=${port + 1} npm start`));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** From SIGHTGLASS_WORKERS. 0 where other processes do the work. */
export function readWorkers() {
  const text = process.env.SIGHTGLASS_WORKERS || "1";
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0 && count <= WORKERS_MAX) return count;
  throw new Problem(
    `SIGHTGLASS_WORKERS is "${text}", which is no number of workers.`,
    `Set SIGHTGLASS_WORKERS to a number from 0 to ${WORKERS_MAX}.`,
  );
}

const WORKERS_MAX = 64;

/**
 * The app's process. It says when it can be reached.
 * @param {{ databaseUrl: string, port: number, env?: NodeJS.ProcessEnv }} options
 */
export function spawnApp({ databaseUrl, port, env = {} }) {
  return spawnServer("lib/server/main.ts", { ...env, DATABASE_URL: databaseUrl, PORT: String(port) });
}

/**
 * A worker's process. It says when it works.
 * @param {{ databaseUrl: string, env?: NodeJS.ProcessEnv }} options
 */
export function spawnWorker({ databaseUrl, env = {} }) {
  return spawnServer("lib/server/worker.ts", { ...env, DATABASE_URL: databaseUrl }, SPARING);
}

/**
 * Starts the app's process and waits until it can be reached.
 * @param {Parameters<typeof spawnApp>[0]} options
 */
export function startApp(options) {
  return waitUntilStarted("app", spawnApp(options));
}

/**
 * Starts a worker's process and waits until it works.
 * @param {Parameters<typeof spawnWorker>[0]} options
 */
export function startWorker(options) {
  return waitUntilStarted("worker", spawnWorker(options));
}

/** @param {import("../../program.mjs").Program} file @param {NodeJS.ProcessEnv} env @param {string[]} [nodeFlags] */
function spawnServer(file, env, nodeFlags = []) {
  return spawnProgram(file, [], {
    nodeFlags,
    env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", PGAPPNAME: `sightglass ${VERSION}`, ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** @param {string} name @param {import("node:child_process").ChildProcess} child */
async function waitUntilStarted(name, child) {
  if ((await waitForReadyOrEnd(child)) !== null)
    throw new Problem(`The ${name} stopped while it was starting; what it said stands above.`);
  return child;
}

/**
 * Runs one of the program's TypeScript files in a process of its own.
 * @param {import("../../program.mjs").Program} file
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdio?: import("node:child_process").StdioOptions, nodeFlags?: string[] }} [options]
 */
export function spawnProgram(file, args, { env = {}, stdio = "inherit", nodeFlags = [] } = {}) {
  return startProgram(file, args, {
    root: ROOT,
    stdio,
    nodeFlags,
    env: { ...RETURNING, COMMAND_FOLDER: process.cwd(), ...process.env, ...env },
  });
}

/**
 * How the C library hands out memory: large pieces go back to the system as soon as they are free, and threads share
 * two heaps. By default much of what the largest request took would stay with the process.
 */
const RETURNING = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
};
