import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { ROOT } from "./project.mjs";
import { Problem } from "./report.mjs";

export const DEFAULT_PORT = 4318;

/** The port to listen on, from PORT. */
export function chosenPort() {
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

/**
 * Starts the app's process and waits until it can be reached.
 * @param {{ databaseUrl: string, port: number, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<import("node:child_process").ChildProcess>}
 */
export async function startApp({ databaseUrl, port, env = {} }) {
  const child = spawnProgram("lib/server/main.ts", [], {
    env: {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      ...env,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const listening = once(child, "message").then(() => true);
  const gone = once(child, "exit").then(() => false);
  if (!(await Promise.race([listening, gone])))
    throw new Problem("The app stopped while it was starting; what it said stands above.");
  return child;
}

/**
 * Runs one of the program's TypeScript files in a process of its own.
 * @param {string} file path from the root
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdio?: import("node:child_process").StdioOptions }} [options]
 */
export function spawnProgram(file, args, { env = {}, stdio = "inherit" } = {}) {
  return spawn(process.execPath, ["--import", "tsx", path.join(ROOT, file), ...args], {
    cwd: ROOT,
    stdio,
    env: { ...process.env, ...env },
  });
}
