import fs from "node:fs";
import path from "node:path";
import { diskOfDatabase, ROOM_BYTES_MIN } from "../../db/disk-room.mjs";
import { Problem } from "./report.mjs";

/**
 * A file that takes room on the disk of the database, and is removed when that is full: PostgreSQL, which has stopped because
 * its log found no room, gets three segments of it, and starts again, so that what is stored can be read.
 */
const RESERVE_BYTES = 48 * 1024 ** 2;
const PIECE_BYTES = 1024 ** 2;
/** The least room with which PostgreSQL starts after it has stopped in the middle. */
const START_BYTES_MIN = 32 * 1024 ** 2;
const LOOK_MS = 5_000;

/** @param {string} home */
function makeReservePath(home) {
  return path.join(home, "reserve");
}

/**
 * Makes the reserve, where there is more than enough room for it.
 * @param {string} home
 */
export async function keepReserve(home) {
  const file = makeReservePath(home);
  const disk = await diskOfDatabase(home);
  if (disk === null || fs.existsSync(file) || disk.free < ROOM_BYTES_MIN + 2 * RESERVE_BYTES) return;
  const draft = `${file}.new`;
  try {
    const written = fs.openSync(draft, "w", 0o600);
    // Not a hole: what was never written takes no room.
    const piece = Buffer.alloc(PIECE_BYTES, "reserve ");
    for (let bytes = 0; bytes < RESERVE_BYTES; bytes += PIECE_BYTES) fs.writeSync(written, piece);
    fs.closeSync(written);
    fs.renameSync(draft, file);
  } catch {
    fs.rmSync(draft, { force: true });
  }
}

/** Makes the reserve again whenever there is room for it. @param {string} home @returns {() => void} stops that */
export function watchReserve(home) {
  void keepReserve(home);
  const timer = setInterval(() => void keepReserve(home), LOOK_MS).unref();
  return () => clearInterval(timer);
}

/**
 * Gives PostgreSQL the room that it needs to start.
 * @param {string} home
 * @returns {Promise<boolean>} whether there is as much
 */
export async function makeRoomToStart(home) {
  if (await hasRoomToStart(home)) return true;
  fs.rmSync(makeReservePath(home), { force: true });
  return hasRoomToStart(home);
}

/**
 * Writes into a home; where it finds no room, again with that of the reserve.
 * @param {string} home @param {() => void} write
 */
export function writeWithReserve(home, write) {
  try {
    write();
  } catch (error) {
    if (!fs.existsSync(makeReservePath(home))) throw error;
    fs.rmSync(makeReservePath(home));
    write();
  }
}

/** @param {string} home */
async function hasRoomToStart(home) {
  const disk = await diskOfDatabase(home);
  return disk === null || disk.free >= START_BYTES_MIN;
}

/** What there is to say of the disk of a home on which nothing can start. @param {string} home @param {unknown} [cause] */
export function makeNoRoom(home, cause) {
  return new Problem(
    `The disk of ${home} is full: PostgreSQL needs ${START_BYTES_MIN / 1024 ** 2} MiB to start, and more to store anything.`,
    "Make room, then start again. What is stored is untouched.",
    cause,
  );
}
