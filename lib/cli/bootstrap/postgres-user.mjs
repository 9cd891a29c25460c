import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Problem } from "./report.mjs";

/**
 * How to run a PostgreSQL program on this machine. PostgreSQL refuses to run as root, so root runs it as another user.
 * @typedef {{ uid: number, gid: number, prefix: string[] } | null} Disguise `prefix` is a command put in front
 */

/**
 * The user to run as: `null` for oneself. Folders above the program may be closed to that user (a checkout in root's own
 * home); then it is given the right to pass through them, which does not make it root.
 * @param {string} program path of the server program
 * @param {string} folder where its data goes; becomes the chosen user's own
 * @returns {Disguise}
 */
export function chooseUser(program, folder) {
  if (process.getuid?.() !== 0) return null;
  const user = findUser("postgres") ?? makeUser() ?? findUser("nobody");
  if (user === null) {
    throw new Problem(
      "PostgreSQL does not run as root, and this machine has no other user to run it as.",
      "Start Sightglass as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.",
    );
  }
  fs.chownSync(folder, user.uid, user.gid);
  for (const prefix of [[], listPassedThrough(user)]) {
    if (isAbleToRun(program, folder, { ...user, prefix })) return { ...user, prefix };
  }
  throw new Problem(
    `PostgreSQL runs as the user ${user.name}, who cannot reach ${path.dirname(program)} or ${folder}.`,
    "Move the program or SIGHTGLASS_HOME to where other users may enter, or set DATABASE_URL to a PostgreSQL server of your own.",
  );
}

/** The arguments for `spawn` that run `command` in a disguise. @param {Disguise} disguise @param {string} command @param {string[]} args */
export function disguiseCommand(disguise, command, args) {
  if (disguise === null) return { command, args, options: {} };
  const [first, ...rest] = [...disguise.prefix, command, ...args];
  const options = disguise.prefix.length > 0 ? {} : { uid: disguise.uid, gid: disguise.gid };
  return { command: /** @type {string} */ (first), args: rest, options };
}

/** Gives a file that root has made to the user that the server runs as. @param {Disguise} disguise @param {string} file */
export function handOver(disguise, file) {
  if (disguise !== null) fs.chownSync(file, disguise.uid, disguise.gid);
}

/** @param {string} name */
function findUser(name) {
  try {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" })),
    );
    return uid === undefined || gid === undefined || uid === 0 ? null : { name, uid, gid };
  } catch {
    return null;
  }
}

function makeUser() {
  try {
    execFileSync(
      "useradd",
      ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "postgres"],
      { stdio: "ignore" },
    );
  } catch {
    return null;
  }
  return findUser("postgres");
}

/** @param {{ uid: number, gid: number }} user */
function listPassedThrough({ uid, gid }) {
  const caps = "+dac_override,+dac_read_search";
  return [
    "setpriv",
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    // PostgreSQL's programs look for each other with access(), which takes the rights away otherwise.
    "--securebits=+no_setuid_fixup",
    `--inh-caps=${caps}`,
    `--ambient-caps=${caps}`,
  ];
}

/** @param {string} program @param {string} folder @param {NonNullable<Disguise>} disguise */
function isAbleToRun(program, folder, disguise) {
  const { command, args, options } = disguiseCommand(disguise, "/bin/sh", [
    "-c",
    'cd "$1" && "$0" --version',
    program,
    folder,
  ]);
  try {
    execFileSync(command, args, { stdio: "ignore", ...options });
    return true;
  } catch {
    return false;
  }
}
