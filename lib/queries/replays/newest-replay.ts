import type { Database } from "@/lib/db/client";
import { findSession } from "../reading/find-session";

/** The id of the session's newest finished replay; `null` where it was never replayed. */
export async function findNewestReplay(db: Database, project: string, id: string): Promise<string | null> {
  const { sessionId } = await findSession(db, project, id);
  const newest = await db.replay.findFirst({
    where: { sessionId, status: "done" },
    orderBy: [{ updatedAt: "desc" }, { id: "asc" }],
    select: { id: true },
  });
  return newest?.id ?? null;
}
