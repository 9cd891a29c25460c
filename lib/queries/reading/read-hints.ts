import type { Database } from "@/lib/db/client";
import type { StoredBlock } from "@/lib/db/derived/block-rows";
import { blockCodec } from "@/lib/db/derived/block-rows";
import { matchCalls } from "@/lib/db/derived/call-ids";
import { KIND } from "@/lib/db/derived/codes";
import { readContents } from "@/lib/db/log/read";
import { buildBlockHints, listArgumentHashes } from "./block-hints";

/** What tells each of some blocks from others, by its number: of a result what its call asked for. */
export async function readHints(
  db: Database,
  sessionId: string,
  blocks: readonly StoredBlock[],
): Promise<ReadonlyMap<number, string>> {
  const asked = blocks.flatMap(({ toolCallId }) => toolCallId ?? []);
  const calls = await db.block.findMany({
    where: { sessionId, kind: KIND.of("tool_call"), ...matchCalls(asked) },
  });
  const known = new Set(blocks.map(({ no }) => no));
  const all = [...blocks, ...calls.filter(({ no }) => !known.has(no)).map(blockCodec.fromRow)];
  const texts = await readContents(db, sessionId, listArgumentHashes(all, all.length));
  const hints = buildBlockHints(all, texts);
  return new Map(all.map(({ no }, i) => [no, hints[i] ?? ""]));
}
