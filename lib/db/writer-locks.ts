import type { Queryable } from "./client";
import { KEEP_PLAN } from "./keep-plan";

/** Writers of what follows from a session's log. Each has its own locks, by this seed. */
const SEEDS = { derivation: 0, analysis: 1, copies: 2 } as const;

/** Writers of one session. All who take several of these locks take them in this order. */
export const WRITERS = ["derivation", "analysis"] as const;

/**
 * Nobody else writes as this writer for the sessions until the transaction ends.
 * @param writer `copies` relates the sessions of a project, which is its key
 * @param keys sorted: all who lock several sessions use this order
 */
export async function lockWriter(
  tx: Queryable,
  writer: keyof typeof SEEDS,
  keys: readonly string[],
): Promise<void> {
  await tx.$executeRawUnsafe(
    `${KEEP_PLAN}SELECT pg_advisory_xact_lock(hashtextextended(key, ${SEEDS[writer]})) FROM unnest($1::text[]) AS key`,
    [...keys],
  );
}
