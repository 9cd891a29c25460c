import { noteInAuditLog } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import type { ReplayAnswer } from "@/lib/api/endpoints/replays";
import type { Database } from "@/lib/db/client";
import { findSession } from "@/lib/queries/reading/find-session";
import { readReplay } from "@/lib/queries/replays/get-replay";

export async function cancelReplay(
  db: Database,
  caller: Caller,
  sessionId: string,
  id: string,
): Promise<ReplayAnswer> {
  const row = await findSession(db, caller.project, sessionId);
  const { count } = await db.replay.updateMany({
    where: { sessionId: row.sessionId, id, status: "running" },
    data: { status: "cancelled", updatedAt: new Date() },
  });
  if (count > 0) await noteInAuditLog(db, caller, "replay.cancelled", { target: id });
  return readReplay(db, row, id);
}
