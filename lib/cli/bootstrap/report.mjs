/** What a command says on the terminal: one line a step, with how long it took. */

const isTerminal = process.stdout.isTTY === true;

/** A problem that the person at the terminal can solve. `advice` says how. */
export class Problem extends Error {
  /** @param {string} message @param {string} [advice] @param {unknown} [cause] */
  constructor(message, advice, cause) {
    super(message, { cause });
    this.name = "Problem";
    this.advice = advice;
  }
}

/**
 * Runs one step and says so. Nothing is printed for a step that was done in no time and says it did nothing.
 * @template T
 * @param {string} title in the present participle: "installing packages"
 * @param {() => Promise<T> | T} run
 * @returns {Promise<T>}
 */
export async function step(title, run) {
  const started = Date.now();
  if (isTerminal) process.stdout.write(`  … ${title}`);
  const timer = isTerminal
    ? setInterval(() => process.stdout.write(`\r  … ${title} ${elapsed(started)}`), 1_000)
    : undefined;
  try {
    const result = await run();
    line("✓", `${title} ${elapsed(started)}`);
    return result;
  } catch (error) {
    line("✗", title);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** @param {string} mark @param {string} text */
function line(mark, text) {
  process.stdout.write(`${isTerminal ? "\r\u001b[2K" : ""}  ${mark} ${text}\n`);
}

/** @param {number} since */
function elapsed(since) {
  const seconds = (Date.now() - since) / 1_000;
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

/** Prints a problem in its own words, anything else with its stack, and sets the exit code. @param {unknown} error */
export function reportFailure(error) {
  process.exitCode = 1;
  if (error instanceof Problem) {
    process.stderr.write(`\n${error.message}\n${error.advice === undefined ? "" : `${error.advice}\n`}`);
    return;
  }
  process.stderr.write(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
