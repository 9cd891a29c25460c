import { statfsSync } from "node:fs";
import { statfs } from "node:fs/promises";

/** The disk of a database, in bytes. `free` is what others than root may still take. @typedef {{ free: number, size: number }} Disk */

const MIB = 1024 ** 2;
/** A disk is nearly full with less than a tenth left, or less than this where a tenth is more. */
const FREE_SHARE_MIN = 0.1;
const FREE_BYTES_MIN = 2 * 1024 ** 3;
/**
 * With less, nothing is taken in, and workers rest: what is left is for PostgreSQL, which stops when it finds no room for the
 * next segment of its log, of 16 MiB. So what is stored can still be read.
 */
export const ROOM_BYTES_MIN = 64 * MIB;
const LOOK_MS = 250;

/**
 * The disk that holds a folder.
 * @param {string | undefined} folder that of the home's own database, unless another is named
 * @returns {Promise<Disk | null>} `null` for a database elsewhere
 */
export async function diskOfDatabase(folder = process.env.SIGHTGLASS_DATABASE_FOLDER) {
  if (folder === undefined || folder === "") return null;
  return statfs(folder).then(diskOf, () => null);
}

/**
 * Looks at the disk of the home's own database, unless it just has.
 * @param {number} [ageMs] how old a look may be
 * @returns {string | null} what there is to say of it while it has no room; `null` while it has, and for a database elsewhere
 */
export function fullDisk(ageMs = LOOK_MS) {
  const folder = process.env.SIGHTGLASS_DATABASE_FOLDER;
  if (folder === undefined || folder === "") return null;
  const now = performance.now();
  if (seen === null || now - seen.at > ageMs) seen = { at: now, disk: lookAt(folder) };
  return seen.disk !== null && isFull(seen.disk) ? (diskProblems(seen.disk)[0] ?? null) : null;
}

/** @type {{ at: number, disk: Disk | null } | null} */
let seen = null;

/** It answers out of memory, so nothing is waited for. @param {string} folder @returns {Disk | null} */
function lookAt(folder) {
  try {
    return diskOf(statfsSync(folder));
  } catch {
    return null;
  }
}

/** @param {import("node:fs").StatsFs} stats @returns {Disk} */
function diskOf({ bsize, bavail, blocks }) {
  return { free: bsize * bavail, size: bsize * blocks };
}

/** @param {Disk} disk */
export function isFull({ free }) {
  return free < ROOM_BYTES_MIN;
}

/** What there is to say of a disk. @param {Disk | null} disk @returns {string[]} */
export function diskProblems(disk) {
  if (disk === null) return [];
  const left = `${mib(disk.free)} MiB of ${mib(disk.size)} MiB are left`;
  if (isFull(disk))
    return [
      `the disk of the database is full: ${left}; nothing is stored until there are ${mib(ROOM_BYTES_MIN)}`,
    ];
  if (disk.free >= Math.min(disk.size * FREE_SHARE_MIN, FREE_BYTES_MIN)) return [];
  return [`the disk of the database is nearly full: ${left}; nothing is stored when it is full`];
}

/** @param {number} bytes */
function mib(bytes) {
  return Math.floor(bytes / MIB);
}
