import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { pathToFileURL } from "node:url";

/** What runs as a process of its own. Each is compiled for those who run the built app, so what is not named here does not start there. */
export const PROGRAMS = /** @type {const} */ ([
  "lib/cli/compact.ts",
  "lib/cli/cost.ts",
  "lib/cli/gate.ts",
  "lib/cli/import.ts",
  "lib/cli/load-demo.ts",
  "lib/cli/owner-link.ts",
  "lib/cli/rebuild.ts",
  "lib/cli/replay.ts",
  "lib/cli/verify.ts",
  "lib/cli/watch.ts",
  "lib/commands/reader.ts",
  "lib/proxy/main.ts",
  "lib/proxy/record-calls.ts",
  "lib/server/analyser.ts",
  "lib/server/importer.ts",
  "lib/server/main.ts",
  "lib/server/receiver.ts",
  "lib/server/worker.ts",
]);

/** Tests and benches start others of their own, which run from the sources. @typedef {(typeof PROGRAMS)[number] | `lib/testing/${string}` | `bench/${string}`} Program */

/** The variable that a process sets for itself and those that it starts, once the programs are compiled from today's sources. */
export const RUNS_COMPILED = "SIGHTGLASS_COMPILED";

/**
 * How Node runs one of the program's TypeScript files: in its compiled form where that is built from today's sources, and in
 * the npm package, which has no others; else as it is, through tsx.
 * @param {Program} file
 * @param {string} [root]
 * @returns {{ flags: string[], path: string }} `flags` go to Node, before the path
 */
export function programOf(file, root = process.cwd()) {
  // Joined by hand: so no bundler takes the path for a file that it has to include.
  const source = [root, file].join("/");
  const compiled = [root, COMPILED, file.replace(/\.ts$/, ".js")].join("/");
  if (!fs.existsSync(source) || (process.env[RUNS_COMPILED] === "1" && fs.existsSync(compiled)))
    return { flags: [], path: compiled };
  const tsx = [root, "node_modules/tsx/dist/loader.mjs"].join("/");
  return { flags: ["--import", pathToFileURL(tsx).href], path: source };
}

/** The folder of the compiled programs. */
export const COMPILED = "dist";
/** What `sightglass run` loads into Node programs, in a form that each version of Node loads before their own code. */
export const RECORD_NODE = `${COMPILED}/record-node.cjs`;

/**
 * Options of Node.js for processes with much throughput. Garbage is collected when the heap has grown by a
 * quarter, not by several times its size. This costs about a tenth more processor time. With half the space for new objects
 * a worker makes a quarter fewer spans readable in a second.
 */
export const SPARING = ["--heap-growing-percent=25", "--max-semi-space-size=16"];

/**
 * Starts one of the program's TypeScript files in a process of its own. With "ipc" in `stdio` the two can talk, and the
 * process sees when the one that started it is gone.
 * @param {Program | ReturnType<typeof programOf>} program or how Node runs it
 * @param {readonly string[]} [args]
 * @param {{ root?: string, env?: NodeJS.ProcessEnv, stdio?: import("node:child_process").StdioOptions, nodeFlags?: readonly string[], serialization?: "advanced" }} [options]
 */
export function startProgram(
  program,
  args = [],
  { root = process.cwd(), env = process.env, stdio = TALKING, nodeFlags = [], serialization } = {},
) {
  const { flags, path } = typeof program === "string" ? programOf(program, root) : program;
  const own = [...nodeFlags, ...flags, path, ...args];
  return spawn(process.execPath, own, { cwd: root, env, stdio, serialization });
}

/** @type {import("node:child_process").StdioOptions} */
const TALKING = ["ignore", "inherit", "inherit", "ipc"];

/**
 * Waits until a process has ended, also one that could not be started.
 * @param {import("node:child_process").ChildProcess} child
 * @param {"exit" | "close"} [event] "close" also waits until what it wrote has been read
 * @returns {Promise<string>} its exit code, its signal or what kept it from starting, in words
 */
export async function endOf(child, event = "exit") {
  if (child.exitCode !== null || child.signalCode !== null)
    return child.signalCode ?? `exit code ${child.exitCode}`;
  try {
    const [code, signal] = await once(child, event);
    return signal ?? `exit code ${code}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * How long a process of the program takes to end once it is asked to: it lets go of what it has not finished, and is killed
 * if it does not even come to that.
 */
export const ENDS_WITHIN_MS = { itself: 6_000, killed: 8_000 };

/**
 * Asks a process to end, and kills it when it takes too long.
 * @param {import("node:child_process").ChildProcess} child
 * @param {number} patienceMs how long it may finish what it does
 * @param {() => unknown} [ask] closes its channel unless it says otherwise
 */
export async function endWithin(child, patienceMs, ask = () => child.connected && child.disconnect()) {
  const late = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  ask();
  await endOf(child);
  clearTimeout(late);
}
