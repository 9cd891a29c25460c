/** npm run pack: builds, and writes the archive that npx runs. */
import fs from "node:fs";
import path from "node:path";
import { readCommand } from "./bootstrap/command.mjs";
import { writeArchive } from "./bootstrap/package.mjs";
import { buildApp, prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure, ROOT, step } from "./bootstrap/report.mjs";

const USAGE = `npm run pack [-- --to FOLDER]

Makes the archive that npx runs: the app as it is built, its compiled programs, and what they run on of their packages.

  --to FOLDER   where to write it, the folder of the sources unless it is named`;

async function main() {
  const { values } = readCommand(USAGE, { to: { type: "string" } });
  await prepareProgram("work");
  await buildApp();
  const folder = path.resolve(values.to ?? ROOT);
  fs.mkdirSync(folder, { recursive: true });
  const name = await step("writing the archive", () => writeArchive(folder));
  process.stdout.write(`\n${path.join(folder, name)}\n`);
}

main().catch(reportFailure);
