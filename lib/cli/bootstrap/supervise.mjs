import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "./report.mjs";

/** How a process ends that may work a moment later: EX_TEMPFAIL of sysexits.h. */
const PASSING_EXIT = 75;
const PAUSE_MS_MIN = 500;
const PAUSE_MS_MAX = 30_000;
/** A process that has worked this long was well. */
const WELL_AFTER_MS = 10_000;

/**
 * What is known of a process that is kept running. `since` is in milliseconds since 1970, `restarts` counts those without ten
 * seconds of work in between.
 * @typedef {{ name: string, state: "working" | "starting", since: number, restarts: number }} ProcessState
 */

/** @param {number} failures how often it has ended without having been well @returns {number} milliseconds */
export function pauseAfter(failures) {
  return failures === 0 ? 0 : Math.min(PAUSE_MS_MIN * 2 ** (failures - 1), PAUSE_MS_MAX);
}

/**
 * Waits until a process says that it works.
 * @param {import("node:child_process").ChildProcess} child with a channel, over which it says so
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null } | null>} how it ended instead; `null` when it works
 */
export function readyOrEnded(child) {
  return new Promise((resolve) => {
    child.once("message", () => resolve(null));
    child.once("exit", (code, signal) => resolve({ code, signal }));
    // The machine may have no room for another process.
    child.once("error", () => resolve({ code: PASSING_EXIT, signal: null }));
  });
}

/**
 * Keeps a process running: starts it again however often it ends, with longer and longer pauses. Only what cannot work at all
 * is not tried again: a process that ends by itself at the very first start, for a reason that does not pass.
 * @param {{
 *   name: string,
 *   spawn: () => import("node:child_process").ChildProcess,
 *   onChange?: (state: ProcessState) => void,
 *   pause?: (failures: number) => number,
 *   wellAfterMs?: number,
 * }} options `wellAfterMs`: how long a process has worked that counts as well, whatever ends it then
 * @returns {{ ready: Promise<void>, stop: () => Promise<void> }} `ready` fails with a Problem where it cannot work
 */
export function supervise({
  name,
  spawn,
  onChange = () => {},
  pause = pauseAfter,
  wellAfterMs = WELL_AFTER_MS,
}) {
  const stopping = new AbortController();
  /** @type {import("node:child_process").ChildProcess | null} */
  let child = null;
  let failures = 0;
  const ready = begin(true);
  const life = ready.then(keepRunning, () => {});
  return {
    ready,
    stop: async () => {
      stopping.abort();
      child?.kill("SIGTERM");
      await life;
    },
  };

  /** @param {boolean} isFirst */
  async function begin(isFirst) {
    while (!stopping.signal.aborted) {
      tell("starting");
      child = spawn();
      const end = await readyOrEnded(child);
      if (end === null) return tell("working");
      child = null;
      if (stopping.signal.aborted) return;
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
      if (stopping.signal.aborted) return;
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
    await sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
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
export function keepDatabase(server, { signal, onChange = () => {}, pause = pauseAfter }) {
  let failures = 0;
  let workedSince = Date.now();
  server.events.on("exit", async () => {
    failures = Date.now() - workedSince > WELL_AFTER_MS ? 0 : failures + 1;
    for (; !signal.aborted; failures++) {
      onChange({ name: "database", state: "starting", since: Date.now(), restarts: failures });
      process.stderr.write("\nThe database stopped unexpectedly; starting it again.\n");
      await sleep(pause(failures), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        await server.restart();
        workedSince = Date.now();
        return onChange({ name: "database", state: "working", since: workedSince, restarts: failures });
      } catch (error) {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      }
    }
  });
}

const DATABASE_RETURNS = /^(57P0[123]|08...|ECONNREFUSED|ECONNRESET|EPIPE)$/;
const RETURN_TRIES_MAX = 12;

/**
 * Does what needs the home's own database, again when that was stopped in the middle: somebody brings it back.
 * @template T
 * @param {() => Promise<T>} work may be done again after it has failed
 * @param {{ signal: AbortSignal, pause?: (failures: number) => number }} options
 * @returns {Promise<T>}
 */
export async function withReturningDatabase(work, { signal, pause = pauseAfter }) {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || tries >= RETURN_TRIES_MAX || !isAwayFor(error)) throw error;
    }
    await sleep(pause(tries), undefined, { signal }).catch(() => {});
  }
}

/** @param {unknown} error @returns {boolean} */
function isAwayFor(error) {
  if (!(error instanceof Error)) return false;
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  if (DATABASE_RETURNS.test(code ?? "") || error.message.includes("Connection terminated")) return true;
  return isAwayFor(error.cause);
}
