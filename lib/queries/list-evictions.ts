import type { z } from "zod";
import type { listEvictions as route } from "@/lib/api/endpoints/sessions";
import type { Database } from "@/lib/db/client";
import { blocksByNo } from "./blocks-by-no";
import { findSession } from "./find-session";
import { evictionOf } from "./standing-rows";

type Query = z.output<(typeof route)["query"]>;
export type EvictionList = z.output<(typeof route)["response"]>;

/** What left the window of a session, by turn. */
export async function listEvictions(
  db: Database,
  project: string,
  id: string,
  { from, to, limit, offset }: Query,
): Promise<EvictionList> {
  const { sessionId } = await findSession(db, project, id);
  const where = {
    sessionId,
    evictedTurn: {
      not: null,
      ...(from !== undefined && { gte: from }),
      ...(to !== undefined && { lte: to }),
    },
  };
  const [rows, total] = await Promise.all([
    db.residency.findMany({
      where,
      orderBy: [{ evictedTurn: "asc" }, { rank: "asc" }],
      take: limit,
      skip: offset,
    }),
    db.residency.count({ where }),
  ]);
  const blocks = await blocksByNo(
    db,
    sessionId,
    rows.map((row) => row.block),
  );
  const evictions = rows.flatMap((row) => {
    const block = blocks.get(row.block);
    return block === undefined ? [] : (evictionOf(row, block) ?? []);
  });
  return { evictions, total };
}
