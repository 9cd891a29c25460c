import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { getDatabase } from "@/lib/db/client";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { sayProblem, say } from "./say";

/** Run by lib/cli/rebuild.mjs with DATABASE_URL. */
async function main(): Promise<void> {
  const db = getDatabase();
  const sessions = await db.session.findMany({
    select: { sessionId: true, externalId: true },
    orderBy: { sessionId: "asc" },
  });
  let failed = 0;
  for (const [i, { sessionId, externalId }] of sessions.entries()) {
    try {
      await deriveSession(db, sessionId, { rebuild: true });
      await analyseSession(db, sessionId, { rebuild: true });
    } catch (error) {
      failed++;
      sayProblem(`${externalId}: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (process.stdout.isTTY) process.stdout.write(`\r  ${i + 1} of ${sessions.length} sessions`);
  }
  if (process.stdout.isTTY) process.stdout.write("\r");
  say(`  rebuilt ${sessions.length - failed} of ${sessions.length} sessions`);
  await db.$disconnect();
  process.exitCode = failed === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  sayProblem(error);
  process.exitCode = 1;
});
