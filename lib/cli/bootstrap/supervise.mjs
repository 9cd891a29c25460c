import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { ENDS_WITHIN_MS, endWithin } from "../../program.mjs";
import { Problem } from "./report.mjs";

/** How a process ends that may work a moment later: EX_TEMPFAIL of sysexits.h. */
const PASSING_EXIT = 75;
const PAUSE_MS_MIN = 500;
const PAUSE_MS_MAX = 30_000;
/** Everything waits for the database: when what keeps it away is gone, such as a full disk, it is back within seconds. */
const DATABASE_PAUSE_MS_MAX = 2_000;
/** A process that has worked this long was well. */
const WELL_AFTER_MS = 10_000;

/**
 * What is known of a process that is kept running. `since` is in milliseconds since 1970, `restarts` counts those without ten
 * seconds of work in between.
 * @typedef {{ name: string, state: "working" | "starting", since: number, restarts: number }} ProcessState
 */

/** @param {number} failures how often it has ended without having been well @returns {number} milliseconds */
export function computePause(failures) {
  return failures === 0 ? 0 : Math.min(PAUSE_MS_MIN * 2 ** (failures - 1), PAUSE_MS_MAX);
}

/**
 * Waits until a process says that it works.
 * @param {import("node:child_process").ChildProcess} child with a channel, over which it says so
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null } | null>} how it ended instead; `null` when it works
 */
export function waitForReadyOrEnd(child) {
  return new Promise((resolve) => {
    child.once("message", () => resolve(null));
    child.once("exit", (code, signal) => resolve({ code, signal }));
    // The machine may have no room for another process.
    child.once("error", () => resolve({ code: PASSING_EXIT, signal: null }));
  });
}

/**
 * Keeps a process running until a signal: starts it again however often it ends, with longer and longer pauses. Only what
 * cannot work at all is not tried again: a process that ends by itself at the very first start, for a reason that does not
 * pass. From the signal on nothing is started; the process is asked to end, and killed when it takes too long.
 * @param {{
 *   name: string,
 *   spawn: () => import("node:child_process").ChildProcess,
 *   signal: AbortSignal,
 *   onChange?: (state: ProcessState) => void,
 *   pause?: (failures: number) => number,
 *   wellAfterMs?: number,
 *   patienceMs?: number,
 * }} options `wellAfterMs`: how long a process has worked that counts as well, whatever ends it then; `patienceMs`: how long
 *   it may take to end
 * @returns {{ ready: Promise<void>, ended: Promise<void> }} `ready` fails with a Problem where it cannot work; `ended` settles
 *   when the process is gone for good, and never fails
 */
export function supervise({
  name,
  spawn,
  signal,
  onChange = () => {},
  pause = computePause,
  wellAfterMs = WELL_AFTER_MS,
  patienceMs = ENDS_WITHIN_MS.killed,
}) {
  /** @type {import("node:child_process").ChildProcess | null} */
  let child = null;
  let failures = 0;
  signal.addEventListener("abort", () => void askToEnd(), { once: true });
  const ready = begin(true);
  return { ready, ended: ready.then(keepRunning, () => {}) };

  async function askToEnd() {
    const asked = child;
    if (asked !== null) await endWithin(asked, patienceMs, () => asked.kill("SIGTERM"));
  }

  /** @param {boolean} isFirst */
  async function begin(isFirst) {
    while (!signal.aborted) {
      tell("starting");
      child = spawn();
      const end = await waitForReadyOrEnd(child);
      if (end === null) return tell("working");
      child = null;
      if (signal.aborted) return;
      if (isFirst && end.signal === null && end.code !== PASSING_EXIT)
        throw new Problem(`The ${name} stopped while it was starting; what it said stands above.`);
      failures++;
      await startAgainSoon();
    }
  }

  async function keepRunning() {
    while (child !== null) {
      const workedSince = Date.now();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      child = null;
      if (signal.aborted) return;
      failures = Date.now() - workedSince > wellAfterMs ? 0 : failures + 1;
      await startAgainSoon();
      await begin(false);
    }
  }

  async function startAgainSoon() {
    const ms = pause(failures);
    const when = ms < 1_000 ? "starting it again" : `starting it again in ${Math.round(ms / 1_000)} s`;
    process.stderr.write(`\nThe ${name} stopped unexpectedly; ${when}.\n`);
    tell("starting");
    await sleep(ms, undefined, { signal }).catch(() => {});
  }

  /** @param {ProcessState["state"]} state */
  function tell(state) {
    onChange({ name, state, since: Date.now(), restarts: failures });
  }
}

/**
 * Brings a database server back whenever it has stopped by itself, with longer and longer pauses.
 * @param {Pick<import("./postgres.mjs").EmbeddedServer, "events" | "restart">} server
 * @param {{ signal: AbortSignal, onChange?: (state: ProcessState) => void, pause?: (failures: number) => number }} options
 *   `signal` is aborted when it is to stay stopped
 */
export function keepDatabase(server, { signal, onChange = () => {}, pause = computePause }) {
  let failures = 0;
  let workedSince = Date.now();
  server.events.on("exit", async () => {
    failures = Date.now() - workedSince > WELL_AFTER_MS ? 0 : failures + 1;
    let said = "";
    process.stderr.write("\nThe database stopped unexpectedly; starting it again.\n");
    for (; !signal.aborted; failures++) {
      onChange({ name: "database", state: "starting", since: Date.now(), restarts: failures });
      const ms = Math.min(pause(failures), DATABASE_PAUSE_MS_MAX);
      await sleep(ms, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        await server.restart();
        workedSince = Date.now();
        return onChange({ name: "database", state: "working", since: workedSince, restarts: failures });
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (!signal.aborted && message !== said) process.stderr.write(`${message}\n`);
        said = message;
      }
    }
  });
}
