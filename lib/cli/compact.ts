import { getDatabaseUrl } from "@/lib/db/client";
import { vacuumTables } from "@/lib/db/vacuum";
import { MEGABYTE } from "@/lib/core/retention";
import { sayProblem, say } from "./say";

const describeBytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;

/** Run by lib/cli/compact.mjs with DATABASE_URL. */
async function main(): Promise<void> {
  const given = await vacuumTables(getDatabaseUrl(), { of: "all" });
  for (const { table, before, after } of given)
    if (before - after >= MEGABYTE) say(`  ${table}: ${describeBytes(before)} → ${describeBytes(after)}`);
  const sum = given.reduce((bytes, { before, after }) => bytes + before - after, 0);
  say(`  ${describeBytes(Math.max(0, sum))} are free again`);
}

main().catch((error: unknown) => {
  sayProblem(error);
  process.exitCode = 1;
});
