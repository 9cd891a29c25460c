import type { Database } from "@/lib/db/client";
import type { StoredBlock } from "@/lib/db/derived/block-rows";
import { blockCodec } from "@/lib/db/derived/block-rows";

/** PostgreSQL takes at most 32,767 parameters per statement. */
const NUMBERS_AT_ONCE = 10_000;

/** The blocks of a session that have these numbers, in the order of the numbers. */
export async function readBlocksByNo(
  db: Database,
  sessionId: string,
  numbers: readonly number[],
): Promise<Map<number, StoredBlock>> {
  const wanted = [...new Set(numbers)].sort((a, b) => a - b);
  const found = new Map<number, StoredBlock>();
  for (let start = 0; start < wanted.length; start += NUMBERS_AT_ONCE) {
    const rows = await db.block.findMany({
      where: { sessionId, no: { in: wanted.slice(start, start + NUMBERS_AT_ONCE) } },
      orderBy: { no: "asc" },
    });
    for (const row of rows) found.set(row.no, blockCodec.fromRow(row));
  }
  return found;
}
