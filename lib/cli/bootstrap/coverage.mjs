/** The lines that the tests cover, by room. */
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./project.mjs";

/** At least 90 % of their lines are covered; vitest.config.ts holds the bound. */
const ROOMS = ["lib/core", "lib/policies", "lib/pipeline", "lib/queries"];

/**
 * Prints the covered lines of the four bounded rooms and of everything measured.
 * @param {string} folder where vitest wrote coverage-summary.json; nothing is printed without it
 */
export function printCoverage(folder) {
  const file = path.join(folder, "coverage-summary.json");
  if (!fs.existsSync(file)) return;
  /** @type {[string, { lines: { total: number, covered: number } }][]} */
  const files = Object.entries(JSON.parse(fs.readFileSync(file, "utf8")));
  console.log("\n── lines covered");
  for (const room of [...ROOMS, "lib"]) {
    const inRoom = files.filter(([name]) => name.startsWith(path.join(ROOT, room) + path.sep));
    console.log(`${room.padEnd(13)} ${shareOf(inRoom.map(([, { lines }]) => lines))}`);
  }
}

/** @param {readonly { total: number, covered: number }[]} lines */
function shareOf(lines) {
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  const covered = lines.reduce((sum, line) => sum + line.covered, 0);
  if (total === 0) return "no lines measured";
  return `${((covered / total) * 100).toFixed(1)} % (${covered} of ${total})`;
}
