import { noteInAuditLog } from "@/lib/access/audit";
import type { CommandOf } from "@/lib/access/write-context";
import type { SessionEdit } from "@/lib/api/endpoints/session-edit";
import { announceChange } from "@/lib/db/notices/notices";
import { makePublicId } from "@/lib/db/session-id";
import { findSession } from "@/lib/queries/reading/find-session";

/**
 * Sets a session's name or tags. They override what its sender says later.
 * @throws AppError `not_found`
 */
export async function changeSession({
  ctx: { db, caller },
  input: { id, name, tags },
}: CommandOf<{ id: string } & SessionEdit>): Promise<{
  id: string;
  name: string | null;
  tags: string[] | null;
}> {
  const { sessionId } = await findSession(db, caller.project, id);
  await db.$transaction(async (tx) => {
    await tx.session.update({
      where: { sessionId },
      data: {
        ...(name !== undefined && { name, givenName: name }),
        ...(tags !== undefined && { tags: [...new Set(tags)], givenTags: [...new Set(tags)] }),
      },
    });
    await announceChange(tx, sessionId, null);
    await noteInAuditLog(tx, caller, "session.changed", { target: makePublicId(sessionId) });
  });
  return { id: makePublicId(sessionId), name: name ?? null, tags: tags ?? null };
}
