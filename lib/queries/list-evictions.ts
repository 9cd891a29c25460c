import type { z } from "zod";
import type { listEvictions as route } from "@/lib/api/endpoints/sessions";
import type { Database } from "@/lib/db/client";
import { blocksByNo } from "./blocks-by-no";
import { findAnalysed } from "./find-analysed";
import { readUses } from "./needed-by";
import { withCauses } from "./eviction-causes";
import { evictionOf } from "./residency-rows";

type Query = z.output<(typeof route)["query"]>;
export type EvictionList = z.output<(typeof route)["response"]>;

export async function listEvictions(
  db: Database,
  project: string,
  id: string,
  { from, to, limit, offset }: Query,
): Promise<EvictionList> {
  const { row: session, analysedTurn } = await findAnalysed(db, project, id);
  const { sessionId } = session;
  const where = {
    sessionId,
    evictedTurn: {
      not: null,
      ...(from !== undefined && { gte: from }),
      ...(to !== undefined && { lte: to }),
    },
  };
  const [found, total] = await Promise.all([
    db.residency.findMany({
      where,
      orderBy: [{ evictedTurn: "asc" }, { rank: "asc" }],
      take: limit,
      skip: offset,
    }),
    db.residency.count({ where }),
  ]);
  const rows = await withCauses(db, sessionId, found);
  const blocks = await blocksByNo(
    db,
    sessionId,
    rows.map((row) => row.block),
  );
  const usesOf =
    analysedTurn !== null
      ? await readUses(
          db,
          sessionId,
          rows.map((row) => row.block),
        )
      : null;
  const evictions = rows.flatMap((row) => {
    const block = blocks.get(row.block);
    const eviction = block === undefined ? null : evictionOf(row, block);
    if (eviction === null) return [];
    const isKnown = analysedTurn !== null && eviction.turn <= analysedTurn;
    const uses = isKnown ? usesOf?.(row.block, eviction.turn, eviction.reenteredTurn) : undefined;
    return [{ ...eviction, neededBy: uses ?? null }];
  });
  return { evictions, total };
}
