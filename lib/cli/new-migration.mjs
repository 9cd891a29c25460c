/** Writes what prisma/schema.prisma has beyond the newest migration as a new one: npm run db:migration -- NAME */
import fs from "node:fs";
import path from "node:path";
import { readCommand } from "./bootstrap/command.mjs";
import { MIGRATED, computePendingSql } from "./bootstrap/pending-sql.mjs";
import { runWithTemporaryPostgres } from "./bootstrap/postgres.mjs";
import { ROOT } from "./bootstrap/project.mjs";
import { Problem, reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm run db:migration -- NAME

Writes what prisma/schema.prisma has beyond the newest migration as a new one.`;

async function main() {
  const name = readCommand(USAGE, {}, { positionals: true }).positionals[0];
  if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
    throw new Problem("Give the migration a name in lower_case: npm run db:migration -- NAME");
  }
  const sql = await runWithTemporaryPostgres(computePendingSql);
  if (sql === "") {
    console.log("The schema and the migrations agree.");
    return;
  }
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = path.join(ROOT, "prisma/migrations", `${stamp}_${name}`);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "migration.sql"), sql);
  fs.copyFileSync(path.join(ROOT, "prisma/schema.prisma"), MIGRATED);
  console.log(`wrote ${path.relative(ROOT, folder)}`);
}

main().catch(reportFailure);
