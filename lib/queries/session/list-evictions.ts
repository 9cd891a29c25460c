import type { z } from "zod";
import type { listEvictions as route } from "@/lib/api/endpoints/sessions";
import type { Database } from "@/lib/db/client";
import { readLife, NOT_OF_LIFE } from "@/lib/db/derived/residency-rows";
import { readBlocksByNo } from "../reading/blocks-by-no";
import { findAnalysed } from "../reading/find-analysed";
import { findSession } from "../reading/find-session";
import { listAbsences, readUses } from "../reading/needed-by";
import { addCauses } from "../reading/eviction-causes";
import { answerInProcess } from "../reading/read-in-process";
import { describeEviction } from "../reading/residency-rows";

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
      orderBy: [{ evictedTurn: "asc" }, { rank: "asc" }, { no: "asc" }],
      take: limit,
      skip: offset,
      omit: NOT_OF_LIFE,
    }),
    db.residency.count({ where }),
  ]);
  const rows = await addCauses(db, sessionId, found.map(readLife));
  const blocks = await readBlocksByNo(
    db,
    sessionId,
    rows.map((row) => row.block),
  );
  const usesOf = analysedTurn !== null ? await readUses(db, sessionId, listAbsences(rows)) : null;
  const evictions = rows.flatMap((row) => {
    const block = blocks.get(row.block);
    const eviction = block === undefined ? null : describeEviction(row, block);
    if (eviction === null) return [];
    const isKnown = analysedTurn !== null && eviction.turn <= analysedTurn;
    const uses = isKnown ? usesOf?.(row.block, eviction.turn) : undefined;
    return [{ neededBy: uses ?? null, ...eviction }];
  });
  return { evictions, total };
}

/** Evictions that the process that serves everybody reads itself. */
const EVICTIONS_HERE_MAX = 1_500;

/** {@link listEvictions} for its route. Many are read by another process. @throws AppError `not_found`, `unavailable` */
export const answerEvictions = answerInProcess(
  "evictions",
  listEvictions,
  async (db, project, id, query: Query) => {
    if (query.limit <= EVICTIONS_HERE_MAX) return true;
    const { sessionId } = await findSession(db, project, id);
    const found = await db.residency.count({
      where: { sessionId, evictedTurn: { not: null } },
      take: EVICTIONS_HERE_MAX + 1,
    });
    return found <= EVICTIONS_HERE_MAX;
  },
);
