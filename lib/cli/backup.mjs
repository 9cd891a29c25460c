/** npm run backup: everything that a database holds, as one file. */
import fs from "node:fs";
import path from "node:path";
import { readCommand } from "./bootstrap/command.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { Problem, reportFailure, step } from "./bootstrap/report.mjs";
import { runWithDatabase } from "./bootstrap/with-database.mjs";

const USAGE = `npm run backup -- FILE

Writes everything that the database of npm start, or the one at DATABASE_URL, holds at this moment into a new file, and reads the
file back. Agents, workers and pages go on meanwhile.`;

async function main() {
  const [file] = readCommand(USAGE, {}, { positionals: true }).positionals;
  if (file === undefined) throw new Problem("No file is named.", "npm run backup -- FILE");
  const target = path.resolve(file);
  if (fs.existsSync(target)) throw new Problem(`${target} exists already.`, "Name a new file.");
  await prepareProgram();
  const { backUp, noteBackup, readBackup } = await import("./bootstrap/backup.mjs");
  /** @type {import("./bootstrap/backup.mjs").BackedUpTable[]} */
  let tables = [];
  await runWithDatabase(
    async (url) => {
      const at = new Date();
      await step("writing the backup", () => backUp(url, target));
      tables = await step("reading it back", () => readBackup(target));
      await noteBackup(url, at);
    },
    { schema: "as it is" },
  );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const megabytes = (fs.statSync(target).size / 1e6).toFixed(1);
  console.log(`\n${target} has ${rows} rows of ${tables.length} tables in ${megabytes} MB.`);
}

main().catch(reportFailure);
