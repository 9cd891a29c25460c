import type { Queryable } from "./client";
import { KEEP_PLAN } from "./keep-plan";

/** Those who write what follows from a session's log. Each has locks of its own, told apart by this seed. */
const SEEDS = { derivation: 0, analysis: 1 } as const;

/** In the order in which their locks are taken by all who take more than one. */
export const WRITERS = ["derivation", "analysis"] as const;

/**
 * Has nobody else write as this writer for sessions until the transaction ends.
 * @param keys of the sessions in the database, sorted: all who lock several lock them in this order
 */
export async function lockWriter(
  tx: Queryable,
  writer: (typeof WRITERS)[number],
  keys: readonly string[],
): Promise<void> {
  await tx.$executeRawUnsafe(
    `${KEEP_PLAN}SELECT pg_advisory_xact_lock(hashtextextended(key, ${SEEDS[writer]})) FROM unnest($1::text[]) AS key`,
    [...keys],
  );
}
