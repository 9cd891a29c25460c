import { DANGLING } from "@/lib/db/derived/codes";
import type { Database } from "@/lib/db/client";
import { findSession } from "../reading/find-session";

/**
 * The value of a block that a turn used although the block had left; `null` where none is known: a step may have been
 * declared to need the whole block.
 */
export async function findMissedValue(
  db: Database,
  project: string,
  id: string,
  { block, turn }: { readonly block: string; readonly turn: number },
): Promise<string | null> {
  const { sessionId } = await findSession(db, project, id);
  const from = await db.block.findFirst({ where: { sessionId, id: block }, select: { no: true } });
  if (from === null) return null;
  const edge = await db.edge.findFirst({
    where: { sessionId, fromBlock: from.no, turn, executed: true, ...DANGLING },
    orderBy: [{ confidence: "desc" }, { no: "asc" }],
    select: { matched: true },
  });
  const [value] = Array.isArray(edge?.matched) ? edge.matched : [];
  return typeof value === "string" && value !== "" ? value : null;
}
