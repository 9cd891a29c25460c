/** npm run import -- FILE|FOLDER…: imports exported sessions into the running server, or into one started for the purpose. */
import { once } from "node:events";
import fs from "node:fs";
import { spawnProgram } from "./bootstrap/app.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { Problem, reportFailure } from "./bootstrap/report.mjs";
import { withDatabase } from "./bootstrap/with-database.mjs";

async function main() {
  const places = process.argv.slice(2);
  if (places.length === 0) throw new Problem("Name what to import: npm run import -- FILE|FOLDER…");
  const missing = places.filter((place) => !fs.existsSync(place));
  if (missing.length > 0) throw new Problem(`There is no ${missing.join(", ")}.`);
  await prepareProgram();
  await withDatabase(async (url) => {
    const [code] = await once(
      spawnProgram("lib/cli/import.ts", places, { env: { DATABASE_URL: url } }),
      "exit",
    );
    process.exitCode = code ?? 1;
  });
}

main().catch(reportFailure);
