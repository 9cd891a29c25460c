import type { NeededEviction } from "@/lib/api/schemas/window";
import { groupBy } from "@/lib/core/group-by";
import type { Database } from "@/lib/db/client";
import { EDGE_STATE } from "@/lib/db/derived/codes";
import { blocksByNo } from "./blocks-by-no";

type NeededBy = NonNullable<NeededEviction["neededBy"]>;

const USES_MAX = 50;

/** A block, the first turn without it, and the turn in which it was back. */
interface Departure {
  readonly block: number;
  readonly evictedTurn: number | null;
  readonly reenteredTurn: number | null;
}

export type FindUses = (block: number, leftTurn: number) => NeededBy;

interface UseRow {
  readonly from_block: number;
  readonly left_turn: number;
  readonly id: string;
  readonly turn: number;
  readonly step: string | null;
  readonly block: number | null;
  readonly state: number;
  readonly residual: boolean;
}

/** Reads who needed blocks of a session after they had left the window: the first of each, however many there are. */
export async function readUses(
  db: Database,
  sessionId: string,
  departures: readonly Departure[],
): Promise<FindUses> {
  const left = departures.filter(({ evictedTurn }) => evictedTurn !== null);
  const edges = await db.$queryRawUnsafe<UseRow[]>(
    `SELECT d.block AS from_block, d.left_turn, e.id, e.turn, e.step, e.block, e.state, e.residual
     FROM unnest($2::int[], $3::int[], $4::int[]) AS d(block, left_turn, back_turn)
     CROSS JOIN LATERAL (
       SELECT no, id, turn, step, block, state, residual FROM edge
       WHERE session_id = $1::uuid AND from_block = d.block AND executed AND state = ANY($5::int[])
         AND turn >= d.left_turn AND (d.back_turn IS NULL OR turn < d.back_turn)
       ORDER BY no LIMIT ${USES_MAX}
     ) AS e
     ORDER BY d.block, d.left_turn, e.no`,
    sessionId,
    left.map(({ block }) => block),
    left.map(({ evictedTurn }) => evictedTurn),
    left.map(({ reenteredTurn }) => reenteredTurn),
    [EDGE_STATE.of("dangling"), EDGE_STATE.of("referenced"), EDGE_STATE.of("refetched")],
  );
  const users = await blocksByNo(
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
