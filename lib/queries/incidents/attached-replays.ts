import { z } from "zod";
import { replayResultSchema, type ReplayAnswer } from "@/lib/api/endpoints/replays";
import type { Database } from "@/lib/db/client";
import { findSession } from "../reading/find-session";

export interface ReplayChoice {
  readonly id: string;
  readonly createdAt: string;
  readonly titles: readonly string[];
}

const LISTED_MAX = 50;
const titlesColumn = z.array(z.object({ policy: z.object({ title: z.string() }) }));

/**
 * Newest first.
 * @throws AppError `not_found`
 */
export async function listReplayChoices(db: Database, project: string, id: string): Promise<ReplayChoice[]> {
  const { sessionId } = await findSession(db, project, id);
  const rows = await db.replay.findMany({
    where: { sessionId, status: "done" },
    orderBy: [{ createdAt: "desc" }, { sessionId: "asc" }, { id: "asc" }],
    take: LISTED_MAX,
  });
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    titles: titlesColumn.parse(row.results).map(({ policy }) => policy.title),
  }));
}

/** Finished replays by id, in the given order. Unknown ids are left out. */
export async function readAttachedReplays(
  db: Database,
  project: string,
  id: string,
  replays: readonly string[],
): Promise<Pick<ReplayAnswer, "id" | "createdAt" | "results">[]> {
  if (replays.length === 0) return [];
  const { sessionId } = await findSession(db, project, id);
  const rows = await db.replay.findMany({ where: { sessionId, id: { in: [...replays] }, status: "done" } });
  return replays.flatMap((wanted) => {
    const row = rows.find((one) => one.id === wanted);
    if (row === undefined) return [];
    const results = z.array(replayResultSchema).parse(row.results);
    return [{ id: row.id, createdAt: row.createdAt.toISOString(), results }];
  });
}
