import { loadDemo } from "@/lib/commands/load-demo";
import { getDatabase } from "@/lib/db/client";

/** Run by `npm start` beside the app: the demo sessions, on the first start. */
async function main(): Promise<void> {
  const db = getDatabase();
  await loadDemo(db);
  await db.$disconnect();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
