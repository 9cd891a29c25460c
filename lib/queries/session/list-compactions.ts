import { z } from "zod";
import type { CompactionResult } from "@/lib/api/schemas/window";
import { compactionSchema } from "@/lib/api/schemas/window";
import type { Database } from "@/lib/db/client";
import { EDGE_STATE } from "@/lib/db/derived/codes";
import { blocksByNo } from "../reading/blocks-by-no";
import { findAnalysed } from "../reading/find-analysed";

/** The stored form of a compaction, which may be from an older program. */
export const compactionColumn = compactionSchema
  .pick({ turn: true, trigger: true, tokensBefore: true, tokensAfter: true, removed: true, cause: true })
  .extend({ summaryBlock: z.int().nullable() });

const COMPACTIONS_MAX = 2_000;

export async function listCompactions(
  db: Database,
  project: string,
  id: string,
): Promise<CompactionResult[]> {
  const { row: session, analysedTurn } = await findAnalysed(db, project, id);
  const { sessionId } = session;
  const rows = await db.compaction.findMany({
    where: { sessionId },
    orderBy: { no: "asc" },
    take: COMPACTIONS_MAX,
  });
  const parsed = rows.flatMap(({ no, body }) => {
    const compaction = compactionColumn.safeParse(body);
    return compaction.success ? [{ no, ...compaction.data }] : [];
  });
  const summaries = await blocksByNo(
    db,
    sessionId,
    parsed.flatMap(({ summaryBlock }) => summaryBlock ?? []),
  );
  const needed = parsed.length === 0 ? null : await neededIn(db, sessionId, analysedTurn !== null);
  return parsed.map(({ summaryBlock, ...compaction }) => ({
    ...compaction,
    neededLater: needed?.get(compaction.no) ?? 0,
    summaryBlockId: summaryBlock === null ? null : (summaries.get(summaryBlock)?.id ?? null),
  }));
}

/** By compaction: how many of the blocks that it removed were wanted later. */
async function neededIn(db: Database, sessionId: string, isAnalysed: boolean): Promise<Map<number, number>> {
  const rows = await db.$queryRawUnsafe<{ compaction: number; needed: number }[]>(
    `SELECT r.compaction, count(*)::int AS needed FROM residency r
     WHERE r.session_id = $1::uuid AND r.compaction IS NOT NULL
       AND (r.refetched_turn IS NOT NULL OR r.reentered_turn IS NOT NULL OR ($2::boolean AND EXISTS (
         SELECT 1 FROM edge e WHERE e.session_id = r.session_id AND e.from_block = r.block AND e.executed
           AND e.state = ANY($3::int[]) AND e.turn >= coalesce(r.evicted_turn, 0))))
     GROUP BY r.compaction ORDER BY r.compaction`,
    sessionId,
    isAnalysed,
    [EDGE_STATE.of("dangling"), EDGE_STATE.of("referenced")],
  );
  return new Map(rows.map(({ compaction, needed }) => [compaction, needed]));
}
