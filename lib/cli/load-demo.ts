import { loadDemo } from "@/lib/commands/load-demo";
import { database } from "@/lib/db/client";

/** Run by `npm start` before the app: the demo sessions, on the first start. */
async function main(): Promise<void> {
  const db = database();
  const started = Date.now();
  const loaded = await loadDemo(db);
  if (loaded > 0)
    console.log(`  ✓ loading ${loaded} demo sessions ${((Date.now() - started) / 1_000).toFixed(1)} s`);
  await db.$disconnect();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
