import { BLOCK_FACTS, ENTRY_FACTS } from "@/lib/core/trace/block-facts";
import { type WindowEntryStatement } from "@/lib/core/trace/blocks-schema";
import { stateAgain } from "@/lib/core/trace/fact";
import type { Database } from "@/lib/db/client";
import { residencyCodec } from "@/lib/db/derived/residency-rows";
import { readContents } from "@/lib/db/log/read";
import { readBlocksByNo } from "./blocks-by-no";
import { listHashesToRead, findStandingText } from "./residency-rows";

/** Entries of a window that are read. A larger window is judged by its newest part. */
const ENTRIES_READ_MAX = 5_000;

/**
 * The newest window of a session with its texts, in order.
 * @param sessionId its key
 */
export async function readNewestWindow(db: Database, sessionId: string): Promise<WindowEntryStatement[]> {
  const rows = await db.residency.findMany({
    where: { sessionId, toTurn: null },
    orderBy: [{ rank: "desc" }, { no: "desc" }],
    take: ENTRIES_READ_MAX,
  });
  const residencies = rows.toReversed().map(residencyCodec.fromRow);
  const blocks = await readBlocksByNo(
    db,
    sessionId,
    residencies.map(({ block }) => block),
  );
  const texts = await readContents(
    db,
    sessionId,
    listHashesToRead(residencies.map((residency) => ({ block: blocks.get(residency.block), residency }))),
  );
  return residencies.flatMap((residency): WindowEntryStatement[] => {
    const block = blocks.get(residency.block);
    if (block === undefined) return [];
    const content = findStandingText(block, residency, texts);
    return [
      {
        id: block.id,
        kind: block.kind,
        ...stateAgain(BLOCK_FACTS, block),
        mode: residency.mode,
        ...stateAgain(ENTRY_FACTS, residency),
        ...(content !== undefined && { content }),
      },
    ];
  });
}
