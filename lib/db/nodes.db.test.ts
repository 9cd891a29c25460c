import { expect, it } from "vitest";
import { openDatabase } from "./client";
import { runInTransaction } from "./direct-statements";
import { isCluster } from "./nodes";

it("a transaction finds out whether there are nodes while another waits for its connection to ask the same", async () => {
  const db = openDatabase(process.env.DATABASE_URL ?? "", 1);
  try {
    for (const minutes of [0, 10]) {
      const now = Date.now() + minutes * 60_000;
      const [inside, outside] = await runInTransaction(db, async (tx) => {
        const waits = isCluster(db, now);
        // That it waits is no promise of the transaction.
        return [await isCluster(tx, now), () => waits] as const;
      });
      expect(await outside()).toBe(inside);
    }
  } finally {
    await db.$disconnect();
  }
});
