import type { Database, Queryable } from "../client";
import { runInTransaction } from "../direct-statements";

const TIMEOUT_MS = 600_000;

/** No process derives sessions of the project from records meanwhile. */
export async function holdProjectionLock<T>(
  db: Database,
  project: string,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return runInTransaction(
    db,
    async (tx) => {
      await tx.$executeRawUnsafe("SELECT pg_advisory_xact_lock(hashtextextended($1, 1))", project);
      return work(tx);
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
}
