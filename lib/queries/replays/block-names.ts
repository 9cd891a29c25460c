import type { Database } from "@/lib/db/client";
import { blockCodec } from "@/lib/db/derived/block-rows";
import { findSession } from "../reading/find-session";
import { readHints } from "../reading/read-hints";

/** What some blocks are called, by their ids: the tool or the label, and what was asked for. */
export async function readBlockNames(
  db: Database,
  project: string,
  id: string,
  blockIds: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  if (blockIds.length === 0) return {};
  const { sessionId } = await findSession(db, project, id);
  const rows = await db.block.findMany({ where: { sessionId, id: { in: [...blockIds] } } });
  const blocks = rows.map((row) => blockCodec.fromRow(row));
  const hints = await readHints(db, sessionId, blocks);
  return Object.fromEntries(
    blocks.map((block) => [
      block.id,
      [block.label ?? block.toolName, hints.get(block.no)].filter(Boolean).join(" "),
    ]),
  );
}
