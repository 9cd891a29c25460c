import type { FetchOutcome } from "@/lib/core/evidence/edge";
import type { Queryable } from "../client";
import { FETCH_OUTCOME } from "./codes";

export interface RefetchOutcome {
  readonly block: number;
  readonly turn: number;
  readonly outcome: FetchOutcome;
}

/** Stored beside the evictions after which the block was fetched again. */
export async function writeRefetchOutcomes(
  tx: Queryable,
  session: string,
  outcomes: readonly RefetchOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return;
  await tx.$executeRawUnsafe(
    `UPDATE residency AS r SET refetch_outcome = t.outcome
     FROM unnest($2::int[], $3::int[], $4::smallint[]) AS t (block, turn, outcome)
     WHERE r.session_id = $1::uuid AND r.block = t.block AND r.refetched_turn = t.turn
       AND r.refetch_outcome IS DISTINCT FROM t.outcome`,
    session,
    outcomes.map(({ block }) => block),
    outcomes.map(({ turn }) => turn),
    outcomes.map(({ outcome }) => FETCH_OUTCOME.of(outcome)),
  );
}
