import { setTimeout as sleep } from "node:timers/promises";
import { CONNECTION, GONE, GONE_CODES } from "../../db/away-signs.mjs";
import { computePause } from "./supervise.mjs";

/** About three minutes. A database that recovers needs seconds, and then nobody waits for long. */
const RETURN_TRIES_MAX = 40;
const RETURN_PAUSE_MS_MAX = 5_000;

/**
 * Does what needs the database, again when a connection to it was lost in the middle, or all of it was: somebody brings it back.
 * @template T
 * @param {() => Promise<T>} work may be done again after it has failed
 * @param {{ signal?: AbortSignal | undefined, pause?: (failures: number) => number }} [options]
 * @returns {Promise<T>}
 */
export async function runWithReturningDatabase(work, { signal, pause = pauseBriefly } = {}) {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted || tries >= RETURN_TRIES_MAX || !isGone(error)) throw error;
    }
    await sleep(pause(tries), undefined, { signal }).catch(() => {});
  }
}

/** @param {number} tries @returns {number} milliseconds */
function pauseBriefly(tries) {
  return Math.min(computePause(tries), RETURN_PAUSE_MS_MAX);
}

/** @param {unknown} error @returns {boolean} */
function isGone(error) {
  if (!(error instanceof Error)) return false;
  const { code = "" } = /** @type {NodeJS.ErrnoException} */ (error);
  if (GONE_CODES.includes(code) || CONNECTION.test(code) || GONE.test(error.message)) return true;
  return isGone(error.cause);
}
