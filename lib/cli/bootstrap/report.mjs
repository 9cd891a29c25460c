/** What a command says on the terminal: one line a step, with how long it took. */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The program's folder: a clone of the repository, or the npm package. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
/** Whether the sources are there, to build from. The npm package has none. */
export const IN_CLONE = fs.existsSync(path.join(ROOT, "tsconfig.json"));
const OWN = new Set(
  fs.readdirSync(path.join(ROOT, "lib/cli")).map((file) => path.basename(file, path.extname(file))),
);

/**
 * A text with its commands as the person types them: in a clone `npm run import -- FILE`, from the package
 * `sightglass import FILE`.
 * @param {string} text as it is in a clone
 */
export function formatCommand(text) {
  if (IN_CLONE) return text;
  return text.replace(
    /npm (?:run (?:--silent )?)?([\w-]+)(?: --(?= )| (\[)-- )?/g,
    (all, /** @type {string} */ name, /** @type {string | undefined} */ open) =>
      OWN.has(name) ? `sightglass ${name}${open === undefined ? "" : ` ${open}`}` : all,
  );
}

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
    ? setInterval(() => process.stdout.write(`\r  … ${title} ${formatElapsed(started)}`), 1_000)
    : undefined;
  try {
    const result = await run();
    writeMarkedLine("✓", `${title} ${formatElapsed(started)}`);
    return result;
  } catch (error) {
    writeMarkedLine("✗", title);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** @param {string} mark @param {string} text */
function writeMarkedLine(mark, text) {
  process.stdout.write(`${isTerminal ? "\r\u001b[2K" : ""}  ${mark} ${text}\n`);
}

/** @param {number} since */
function formatElapsed(since) {
  const seconds = (Date.now() - since) / 1_000;
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

/** Prints a problem in its own words, anything else with its stack, and sets the exit code. @param {unknown} error */
export function reportFailure(error) {
  process.exitCode = 1;
  if (error instanceof Problem) {
    process.stderr.write(
      formatCommand(`\n${error.message}\n${error.advice === undefined ? "" : `${error.advice}\n`}`),
    );
    return;
  }
  process.stderr.write(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
