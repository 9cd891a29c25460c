import { referenceSchema, type WindowEntryStatement } from "@/lib/core/trace/blocks-schema";
import type { Database } from "@/lib/db/client";
import { callIdOf } from "@/lib/db/derived/call-ids";
import { KIND, MODE } from "@/lib/db/derived/codes";
import { readContents } from "@/lib/db/log/read";
import { blocksByNo } from "./blocks-by-no";
import { hashesToRead, standingText } from "./residency-rows";

/** Entries of a window that are read. A larger window is judged by its newest part. */
const ENTRIES_READ_MAX = 5_000;

/**
 * The newest window of a session with its texts, in order.
 * @param sessionId its key
 */
export async function newestWindow(db: Database, sessionId: string): Promise<WindowEntryStatement[]> {
  const residencies = await db.residency.findMany({
    where: { sessionId, toTurn: null },
    orderBy: { rank: "desc" },
    take: ENTRIES_READ_MAX,
  });
  residencies.reverse();
  const blocks = await blocksByNo(
    db,
    sessionId,
    residencies.map(({ block }) => block),
  );
  const texts = await readContents(
    db,
    sessionId,
    hashesToRead(residencies.map((residency) => ({ block: blocks.get(residency.block), residency }))),
  );
  return residencies.flatMap((residency): WindowEntryStatement[] => {
    const block = blocks.get(residency.block);
    if (block === undefined) return [];
    const content = standingText(block, residency, texts);
    const reference = referenceSchema.safeParse(residency.reference).data;
    const toolCallId = callIdOf(block);
    return [
      {
        id: block.id,
        kind: KIND.word(block.kind),
        mode: MODE.word(residency.mode),
        ...(content !== undefined && { content }),
        ...(block.toolName !== null && { toolName: block.toolName }),
        ...(toolCallId !== null && { toolCallId }),
        ...(reference !== undefined && { reference }),
      },
    ];
  });
}
