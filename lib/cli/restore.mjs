/** npm run restore: a backup into an empty database. */
import fs from "node:fs";
import path from "node:path";
import { readCommand } from "./bootstrap/command.mjs";
import { findHome, findRunningAddress } from "./bootstrap/home.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { Problem, reportFailure, step } from "./bootstrap/report.mjs";
import { runWithDatabase } from "./bootstrap/with-database.mjs";

const USAGE = `npm run restore -- FILE [--check]

Puts a backup into the empty home of SIGHTGLASS_HOME, or into the empty database at DATABASE_URL, all of it or nothing.

  --check   puts it into a database of its own, which is gone afterwards: whether it could be restored`;

async function main() {
  const { positionals, values } = readCommand(USAGE, { check: { type: "boolean" } }, { positionals: true });
  const [file] = positionals;
  if (file === undefined) throw new Problem("No file is named.", "npm run restore -- FILE");
  const source = path.resolve(file);
  if (!fs.existsSync(source)) throw new Problem(`There is no file ${source}.`);
  await prepareProgram();
  const { restore } = await import("./bootstrap/backup.mjs");
  /** @type {{ table: string, rows: number }[]} */
  let tables = [];
  /** @param {string} url */
  const restoreInto = async (url) => {
    tables = await step("restoring and reading back", () => restore(url, source));
  };
  if (values.check === true) {
    const { runWithTemporaryPostgres } = await import("./bootstrap/postgres.mjs");
    await runWithTemporaryPostgres(restoreInto);
  } else {
    const address = process.env.DATABASE_URL ? null : findRunningAddress(findHome());
    if (address !== null)
      throw new Problem(
        `Sightglass is running on ${findHome()}: ${address}.`,
        "Stop it, or choose an empty home.",
      );
    await runWithDatabase(restoreInto, { create: true, schema: "as it is" });
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `\n${rows} rows of ${tables.length} tables ${values.check === true ? "can be" : "were"} restored.`,
  );
}

main().catch(reportFailure);
