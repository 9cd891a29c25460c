import { z } from "zod";
import type { CompactionResult } from "@/lib/api/schemas";
import { compactionSchema } from "@/lib/api/schemas";
import type { Database } from "@/lib/db/client";
import { findSession } from "./find-session";

/** What is stored of a compaction, which may be of an older program. */
export const compactionColumn = compactionSchema
  .pick({ turn: true, trigger: true, tokensBefore: true, tokensAfter: true, removed: true, cause: true })
  .extend({ summaryBlock: z.int().nullable() });

const COMPACTIONS_MAX = 2_000;

/** The compactions of a session, with how much of what left in each was needed or fetched again afterwards. */
export async function listCompactions(
  db: Database,
  project: string,
  id: string,
): Promise<CompactionResult[]> {
  const { sessionId } = await findSession(db, project, id);
  const [rows, needed] = await Promise.all([
    db.compaction.findMany({ where: { sessionId }, orderBy: { no: "asc" }, take: COMPACTIONS_MAX }),
    db.residency.groupBy({
      by: ["compaction"],
      where: {
        sessionId,
        compaction: { not: null },
        OR: [{ refetchedTurn: { not: null } }, { reenteredTurn: { not: null } }],
      },
      _count: { _all: true },
    }),
  ]);
  const parsed = rows.flatMap(({ no, body }) => {
    const compaction = compactionColumn.safeParse(body);
    return compaction.success ? [{ no, ...compaction.data }] : [];
  });
  const summaries = await db.block.findMany({
    where: { sessionId, no: { in: parsed.flatMap(({ summaryBlock }) => summaryBlock ?? []) } },
    select: { no: true, id: true },
  });
  const idOf = new Map(summaries.map((block) => [block.no, block.id]));
  const neededIn = new Map(needed.map(({ compaction, _count }) => [compaction, _count._all]));
  return parsed.map(({ summaryBlock, ...compaction }) => ({
    ...compaction,
    neededLater: neededIn.get(compaction.no) ?? 0,
    summaryBlockId: summaryBlock === null ? null : (idOf.get(summaryBlock) ?? null),
  }));
}
