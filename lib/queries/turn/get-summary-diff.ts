import type { z } from "zod";
import type { getSummaryDiff as route } from "@/lib/api/endpoints/lanes";
import { diffSummary } from "@/lib/core/window/summary-diff";
import type { Database } from "@/lib/db/client";
import type { StoredBlock } from "@/lib/db/derived/block-rows";
import { readContents } from "@/lib/db/log/read";
import { sizeRemovedBy } from "@/lib/db/reads/residencies";
import { notFound } from "@/lib/errors";
import { findSession } from "../reading/find-session";
import { blocksByNo } from "../reading/blocks-by-no";
import { answerInProcess } from "../reading/read-in-process";
import { compactionColumn } from "../session/list-compactions";
import { hashesToRead, standingText } from "../reading/residency-rows";

export type SummaryDiffResult = z.output<(typeof route)["response"]>;

const SUMMARY_CHARS_SHOWN = 200_000;
const REMOVED_CHARS_MAX = 16_000_000;
const REMOVED_BLOCKS_MAX = 5_000;
const NOTICES_SHOWN = 5_000;

export async function getSummaryDiff(
  db: Database,
  project: string,
  id: string,
  no: number,
): Promise<SummaryDiffResult> {
  const { sessionId } = await findSession(db, project, id);
  const row = await db.compaction.findUnique({ where: { sessionId_no: { sessionId, no } } });
  const compaction = compactionColumn.safeParse(row?.body);
  if (!compaction.success) throw notFound(`compaction ${no}`);
  const { summaryBlock } = compaction.data;
  const left = await db.residency.findMany({
    where: { sessionId, compaction: no },
    orderBy: { rank: "asc" },
    select: { block: true },
    take: REMOVED_BLOCKS_MAX + 1,
  });
  const numbers = left.map(({ block }) => block);
  const blocks = await blocksByNo(
    db,
    sessionId,
    summaryBlock === null ? numbers : [...numbers, summaryBlock],
  );
  const removed = numbers.flatMap((of) => blocks.get(of) ?? []);
  const read = withinBounds(removed);
  const summary = summaryBlock === null ? undefined : blocks.get(summaryBlock);
  const texts = await readContents(
    db,
    sessionId,
    hashesToRead(
      [...read, ...(summary === undefined ? [] : [summary])].map((block) => ({ block, residency: null })),
    ),
  );
  const text = summary === undefined ? undefined : standingText(summary, null, texts);
  const diff = diffSummary(
    read.map((block) => ({
      blockId: block.id,
      kind: block.kind,
      text: standingText(block, null, texts) ?? "",
    })),
    text ?? "",
  );
  return {
    summary:
      summary === undefined || text === undefined
        ? null
        : { blockId: summary.id, text: text.slice(0, SUMMARY_CHARS_SHOWN), totalChars: text.length },
    kept: diff.kept.slice(0, NOTICES_SHOWN),
    lost: diff.lost.slice(0, NOTICES_SHOWN),
    keptTotal: diff.kept.length,
    lostTotal: diff.lost.length,
    unreadBlocks: removed.length - read.length,
  };
}

/** What the process that serves everybody compares itself. */
const BLOCKS_HERE_MAX = 500;
const CHARS_HERE_MAX = 400_000;

async function hasLittle(db: Database, project: string, id: string, no: number): Promise<boolean> {
  const { sessionId } = await findSession(db, project, id);
  const { blocks, chars } = await sizeRemovedBy(db, sessionId, no);
  return blocks <= BLOCKS_HERE_MAX && chars <= CHARS_HERE_MAX;
}

/** {@link getSummaryDiff} for its route. Much is compared by another process. @throws AppError `not_found`, `unavailable` */
export const answerSummaryDiff = answerInProcess("summary-diff", getSummaryDiff, hasLittle);

function withinBounds(blocks: readonly StoredBlock[]): StoredBlock[] {
  let chars = 0;
  return blocks
    .slice(0, REMOVED_BLOCKS_MAX)
    .filter((block) => (chars += block.chars ?? 0) <= REMOVED_CHARS_MAX);
}
