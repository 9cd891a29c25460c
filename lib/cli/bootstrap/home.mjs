import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { IN_CLONE, Problem, ROOT } from "./report.mjs";
import { writeWithReserve, makeNoRoom } from "./reserve.mjs";

/** From SIGHTGLASS_HOME; else a clone keeps its data beside its sources, and the package in the user's home. */
export function findHome() {
  return path.resolve(
    process.env.SIGHTGLASS_HOME || path.join(IN_CLONE ? ROOT : os.homedir(), ".sightglass"),
  );
}

/** Makes the home and fails clearly where it cannot be written. @param {string} home */
export function prepareHome(home) {
  const probe = path.join(home, `.probe-${process.pid}`);
  try {
    makeFolder(home);
    writeWithReserve(home, () => fs.writeFileSync(probe, Buffer.alloc(PROBE_BYTES)));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "ENOSPC" || code === "EDQUOT") throw makeNoRoom(home, error);
    throw new Problem(
      `The home folder ${home} cannot be written: ${code}.`,
      "Set SIGHTGLASS_HOME to a folder that you may write to.",
    );
  } finally {
    removeQuietly(probe);
  }
}

/** @param {string} file */
function removeQuietly(file) {
  try {
    fs.rmSync(file, { force: true });
  } catch {
    // Where nothing can be written there is nothing to remove.
  }
}

/** More than a start writes before it has a database. */
const PROBE_BYTES = 64 * 1024;

/** One level at a time: on file systems that refuse folders, Node's own recursive way never ends. @param {string} folder */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  fs.mkdirSync(folder);
}

/**
 * Claims the home for this process alone. A claim whose process is gone is taken over.
 * @param {string} home @param {string} url where this process will listen
 * @returns {(() => void) & { noteDatabase: (databaseUrl: string) => void }} gives the claim back
 */
export function claimHome(home, url) {
  const file = path.join(home, "running.json");
  const giveBack = lock(home);
  if (giveBack === null) {
    const holder = readClaim(file);
    throw new Problem(
      holder === null || !isOurs(holder.pid)
        ? `Another Sightglass is starting on ${home} at this moment.`
        : `Sightglass is already running on ${home}: ${holder.url} (process ${holder.pid}).`,
      "Use that one, stop it with Ctrl-C, or set SIGHTGLASS_HOME and PORT to start another.",
    );
  }
  const write = (/** @type {object} */ more) =>
    fs.writeFileSync(file, JSON.stringify({ pid: process.pid, url, ...more }), { mode: 0o600 });
  write({});
  const release = () => {
    if (readClaim(file)?.pid === process.pid) fs.rmSync(file, { force: true });
    giveBack();
  };
  return Object.assign(release, {
    noteDatabase: (/** @type {string} */ databaseUrl) => write({ databaseUrl }),
  });
}

const LOCK = /^lock-(\d+)$/;

/**
 * The lock of a home: the file `lock-N` with the highest N, which names its process. Whoever finds that process gone makes
 * `lock-N+1`, which only one of many can; a file that is there is never written again. So nobody can take away the lock of
 * somebody who was a moment faster.
 * @param {string} home
 * @returns {(() => void) | null} gives it back; `null` when another process has it
 */
function lock(home) {
  const newest = Math.max(0, ...listLocks(home));
  if (newest > 0 && isOurs(Number(readText(path.join(home, `lock-${newest}`))))) return null;
  const mine = path.join(home, `lock-${newest + 1}`);
  if (!makeWhole(mine, String(process.pid))) return null;
  // Whoever read the folder before this lock's predecessors were removed may have made an old one anew.
  const isNewest = listLocks(home).every((number) => number <= newest + 1);
  if (!isNewest) {
    fs.rmSync(mine, { force: true });
    return null;
  }
  for (const number of listLocks(home))
    if (number <= newest) fs.rmSync(path.join(home, `lock-${number}`), { force: true });
  const freed = `${mine}.free`;
  return () => {
    fs.writeFileSync(freed, "0");
    fs.renameSync(freed, mine);
  };
}

/** @param {string} home */
function listLocks(home) {
  return fs
    .readdirSync(home)
    .flatMap((name) => LOCK.exec(name)?.[1] ?? [])
    .map(Number);
}

/**
 * Makes a file that has its content from its first moment on, unless there is one.
 * @param {string} file @param {string} content @returns {boolean} whether it was made
 */
function makeWhole(file, content) {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, content, { mode: 0o600 });
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** @param {string} file empty when there is none */
function readText(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** The process of the program that holds this home, if one does. @param {string} home @returns {number | null} */
export function findRunningProcess(home) {
  const holder = readClaim(path.join(home, "running.json"));
  return holder !== null && isOurs(holder.pid) ? holder.pid : null;
}

/** Where the program that holds this home listens, if one does. @param {string} home @returns {string | null} */
export function findRunningAddress(home) {
  const holder = readClaim(path.join(home, "running.json"));
  return holder !== null && isOurs(holder.pid) ? holder.url : null;
}

/** The database of the program that holds this home, if one does. @param {string} home @returns {string | null} */
export function findRunningDatabase(home) {
  const holder = readClaim(path.join(home, "running.json"));
  return holder !== null && isOurs(holder.pid) ? (holder.databaseUrl ?? null) : null;
}

/** @param {string} file @returns {{ pid: number, url: string, databaseUrl?: string } | null} */
function readClaim(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** A process id may have been given to another program since: only one that runs our command counts. @param {number} pid */
function isOurs(pid) {
  return pid !== process.pid && /lib\/cli\/|bin\/sightglass/.test(readCommandOf(pid));
}

/** The command line of a process, empty when there is none. @param {number} pid */
export function readCommandOf(pid) {
  try {
    if (process.platform === "win32")
      return execFileSync("tasklist", ["/FI", `PID eq ${pid}`], { encoding: "utf8" });
    if (fs.existsSync("/proc/self/cmdline"))
      return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}
