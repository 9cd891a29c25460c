import type { NeededEviction } from "@/lib/api/schemas/window";
import { groupBy } from "@/lib/core/group-by";
import type { Database } from "@/lib/db/client";
import { EDGE_STATE } from "@/lib/db/derived/codes";
import type { StoredLife } from "@/lib/db/derived/residency-rows";
import type { BlockAbsence } from "@/lib/db/reads/residencies";
import { readUsesAfterLeaving } from "@/lib/db/reads/residencies";
import { readBlocksByNo } from "./blocks-by-no";

type NeededBy = NonNullable<NeededEviction["neededBy"]>;

const USES_MAX = 50;

export type FindUses = (block: number, leftTurn: number) => NeededBy;

/** Where blocks left the window, and when they were back. */
export function listAbsences(lives: readonly StoredLife[]): BlockAbsence[] {
  return lives.flatMap(({ block, eviction }) =>
    eviction === null ? [] : [{ block, evictedTurn: eviction.turn, reenteredTurn: eviction.reenteredTurn }],
  );
}

/** Reads who needed blocks of a session after they had left the window: the first of each, however many there are. */
export async function readUses(
  db: Database,
  sessionId: string,
  departures: readonly BlockAbsence[],
): Promise<FindUses> {
  const edges = await readUsesAfterLeaving(db, sessionId, departures, USES_MAX);
  const users = await readBlocksByNo(
    db,
    sessionId,
    edges.flatMap(({ block }) => block ?? []),
  );
  const byDeparture = groupBy(edges, ({ from_block, left_turn }) => `${from_block} ${left_turn}`);
  return (block, leftTurn) =>
    (byDeparture.get(`${block} ${leftTurn}`) ?? []).map(
      ({ id, turn, step, block: user, state, residual }) => ({
        edgeId: id,
        turn,
        step,
        blockId: user === null ? null : (users.get(user)?.id ?? null),
        state: EDGE_STATE.word(state),
        residual,
      }),
    );
}
