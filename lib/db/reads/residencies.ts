import { GONE_STATES } from "@/lib/core/figures/needed-later";
import type { Mode, SourceKind } from "@/lib/core/vocabulary";
import type { Database } from "../client";
import { EDGE_STATE, KIND, MODE } from "../derived/codes";
import { placeAtSession } from "../places";

/** A block, the first turn without it, and the turn in which it was back. */
export interface BlockAbsence {
  readonly block: number;
  readonly evictedTurn: number | null;
  readonly reenteredTurn: number | null;
}

/** A use of a block that had left at `left_turn`, by the block or the step that needed it. */
export interface UseRow {
  readonly from_block: number;
  readonly left_turn: number;
  readonly id: string;
  readonly turn: number;
  readonly step: string | null;
  readonly block: number | null;
  readonly state: number;
  readonly residual: boolean;
}

/** A condition: the use needed what had left. A value that the model's own words still say was not needed again. */
const NEEDED = "e.executed AND (e.declared OR NOT e.residual)";
const NEEDED_STATES = GONE_STATES.map(EDGE_STATE.of);

/** Uses of blocks of a session after they had left the window: the first of each, at most `limit` a block. */
export function readUsesAfterLeaving(
  db: Database,
  sessionId: string,
  absences: readonly BlockAbsence[],
  limit: number,
): Promise<UseRow[]> {
  const departures = absences.filter(({ evictedTurn }) => evictedTurn !== null);
  return db.$queryRawUnsafe<UseRow[]>(
    placeAtSession(`SELECT d.block AS from_block, d.left_turn, e.id, e.turn, e.step, e.block, e.state, e.residual
     FROM unnest($2::int[], $3::int[], $4::int[]) AS d(block, left_turn, back_turn)
     CROSS JOIN LATERAL (
       SELECT no, id, turn, step, block, state, residual FROM edge e
       WHERE e.session_id = $1::uuid AND e.from_block = d.block AND ${NEEDED} AND e.state = ANY($5::int[])
         AND e.turn >= d.left_turn AND (d.back_turn IS NULL OR e.turn < d.back_turn)
       ORDER BY no LIMIT ${limit}
     ) AS e
     ORDER BY d.block, d.left_turn, e.no`),
    sessionId,
    departures.map(({ block }) => block),
    departures.map(({ evictedTurn }) => evictedTurn),
    departures.map(({ reenteredTurn }) => reenteredTurn),
    [...NEEDED_STATES, EDGE_STATE.of("refetched")],
  );
}

/** The number of removed blocks that were wanted later, by compaction of an analysed session. */
export async function countNeededByCompaction(db: Database, sessionId: string): Promise<Map<number, number>> {
  const rows = await db.$queryRawUnsafe<{ compaction: number; needed: number }[]>(
    placeAtSession(`SELECT r.compaction, count(*)::int AS needed FROM residency r
     WHERE r.session_id = $1::uuid AND r.compaction IS NOT NULL
       AND (r.refetched_turn IS NOT NULL OR r.reentered_turn IS NOT NULL OR EXISTS (
         SELECT 1 FROM edge e WHERE e.session_id = r.session_id AND e.from_block = r.block AND ${NEEDED}
           AND e.state = ANY($2::int[]) AND e.turn >= coalesce(r.evicted_turn, 0)))
     GROUP BY r.compaction ORDER BY r.compaction`),
    sessionId,
    NEEDED_STATES,
  );
  return new Map(rows.map(({ compaction, needed }) => [compaction, needed]));
}

/** Residencies of the blocks from `offset` on, counted up to `limit`. */
export async function countResidencies(
  db: Database,
  sessionId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  most: number,
): Promise<number> {
  const [row] = await db.$queryRawUnsafe<{ count: number }[]>(
    placeAtSession(`SELECT count(*)::int AS count FROM (
       SELECT 1 FROM residency WHERE session_id = $1::uuid AND block >= $2::int AND block < $3::int LIMIT $4::int
     ) AS counted`),
    sessionId,
    offset,
    offset + limit,
    most,
  );
  return row?.count ?? 0;
}

/** How blocks stood the last time before a turn. */
export async function readModesBefore(
  db: Database,
  sessionId: string,
  blocks: readonly number[],
  turn: number,
): Promise<ReadonlyMap<number, Mode>> {
  const before = await db.$queryRawUnsafe<{ block: number; mode: number }[]>(
    placeAtSession(`SELECT DISTINCT ON (block) block, mode FROM residency
     WHERE session_id = $1::uuid AND block = ANY($2::int[]) AND to_turn < $3 ORDER BY block, no DESC`),
    sessionId,
    blocks,
    turn,
  );
  return new Map(before.map(({ block, mode }) => [block, MODE.word(mode)]));
}

/** Characters of the blocks that stand in the window of a turn, and of its `output`. */
export async function countCharsOfWindow(
  db: Database,
  sessionId: string,
  turn: number,
  output: readonly number[],
): Promise<number> {
  const [texts] = await db.$queryRawUnsafe<{ chars: number }[]>(
    placeAtSession(`SELECT coalesce(sum(b.chars), 0)::float8 AS chars FROM block b
     WHERE b.session_id = $1::uuid AND (b.no = ANY($3::int[]) OR b.no IN (
       SELECT r.block FROM residency r
       WHERE r.session_id = $1::uuid AND r.from_turn <= $2 AND (r.to_turn IS NULL OR r.to_turn >= $2)))`),
    sessionId,
    turn,
    output,
  );
  return texts?.chars ?? 0;
}

/** How many blocks of each kind stand in the window of a turn. */
export async function countBlocksByKind(
  db: Database,
  { sessionId, turn }: { readonly sessionId: string; readonly turn: number },
): Promise<Partial<Record<SourceKind, number>>> {
  const rows = await db.$queryRawUnsafe<{ kind: number; blocks: number }[]>(
    placeAtSession(`SELECT b.kind, count(*)::int AS blocks FROM residency r
     JOIN block b ON b.session_id = r.session_id AND b.no = r.block
     WHERE r.session_id = $1::uuid AND r.from_turn <= $2 AND (r.to_turn IS NULL OR r.to_turn >= $2)
     GROUP BY b.kind ORDER BY b.kind`),
    sessionId,
    turn,
  );
  return Object.fromEntries(rows.map(({ kind, blocks }) => [KIND.word(kind), blocks]));
}

/** How many blocks a compaction removed, and their characters. */
export async function sizeRemovedBy(
  db: Database,
  sessionId: string,
  compaction: number,
): Promise<{ readonly blocks: number; readonly chars: number }> {
  const [row] = await db.$queryRawUnsafe<{ blocks: number; chars: number }[]>(
    placeAtSession(`SELECT count(*)::int AS blocks, coalesce(sum(b.chars), 0)::float8 AS chars FROM residency r
     JOIN block b ON b.session_id = r.session_id AND b.no = r.block
     WHERE r.session_id = $1::uuid AND r.compaction = $2`),
    sessionId,
    compaction,
  );
  return row ?? { blocks: 0, chars: 0 };
}
