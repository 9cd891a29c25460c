import { noteInAuditLog } from "@/lib/access/audit";
import type { CommandOf } from "@/lib/access/write-context";
import type { ReplayAnswer } from "@/lib/api/endpoints/replays";
import { findSession } from "@/lib/queries/reading/find-session";
import { readReplay } from "@/lib/queries/replays/get-replay";

export async function cancelReplay({
  ctx: { db, caller },
  input: { id, replayId },
}: CommandOf<{ id: string; replayId: string }>): Promise<ReplayAnswer> {
  const row = await findSession(db, caller.project, id);
  await db.$transaction(async (tx) => {
    const { count } = await tx.replay.updateMany({
      where: { sessionId: row.sessionId, id: replayId, status: "running" },
      data: { status: "cancelled", updatedAt: new Date() },
    });
    if (count > 0) await noteInAuditLog(tx, caller, "replay.cancelled", { target: replayId });
  });
  return readReplay(db, row, replayId);
}
