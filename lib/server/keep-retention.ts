import { applyRetention } from "@/lib/commands/apply-retention";
import { openDatabase } from "@/lib/db/client";

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 60 * 60_000;

/**
 * Deletes every hour what projects no longer keep. Several processes on one database may do so at once: what one deleted,
 * the others do not find.
 */
export function keepRetention(): void {
  setTimeout(() => {
    void run();
    setInterval(() => void run(), EVERY_MS).unref();
  }, FIRST_AFTER_MS).unref();
}

async function run(): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (url === undefined) return;
  const db = openDatabase(url);
  try {
    for (const { project, days, deleted } of await applyRetention(db))
      if (deleted > 0)
        console.warn(`deleted ${deleted} sessions of ${project} that were older than ${days} days`);
  } catch (error) {
    console.error("what is older than is kept could not be deleted", error);
  } finally {
    await db.$disconnect();
  }
}
