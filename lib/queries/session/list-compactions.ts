import { z } from "zod";
import type { CompactionResult } from "@/lib/api/schemas/window";
import { compactionSchema } from "@/lib/api/schemas/window";
import type { Database } from "@/lib/db/client";
import { neededByCompaction } from "@/lib/db/reads/residencies";
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
  const needed = parsed.length === 0 ? null : await neededByCompaction(db, sessionId, analysedTurn !== null);
  return parsed.map(({ summaryBlock, ...compaction }) => ({
    ...compaction,
    neededLater: needed?.get(compaction.no) ?? 0,
    summaryBlockId: summaryBlock === null ? null : (summaries.get(summaryBlock)?.id ?? null),
  }));
}
