import type { Prisma } from "../generated/client";
import type { Database, Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { placeAtSession } from "../places";

/**
 * Keeps a session until the transaction ends: whoever deletes it waits. What is written for a session from outside its
 * log asks first, so that nothing of a deleted session comes back. Who also takes a writer's lock takes that one before,
 * as a deletion does.
 * @returns whether the session is there
 */
export async function holdSession(tx: Queryable, key: string): Promise<boolean> {
  const rows = await tx.$queryRawUnsafe<unknown[]>(
    placeAtSession(`${KEEP_PLAN}SELECT 1 FROM session WHERE session_id = $1::uuid FOR KEY SHARE`),
    key,
  );
  return rows.length > 0;
}

/**
 * Writes for a session in one transaction that holds it.
 * @returns what `write` returned; `null`, with nothing written, where the session is gone
 */
export async function whileThere<T extends object>(
  db: Database,
  key: string,
  write: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T | null> {
  return db.$transaction(async (tx) => ((await holdSession(tx, key)) ? write(tx) : null));
}
