import { noteInAuditLog } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import type { SessionEdit } from "@/lib/api/endpoints/session-edit";
import type { Database } from "@/lib/db/client";
import { announceChange } from "@/lib/db/notices/notices";
import { publicId } from "@/lib/db/session-id";
import { findSession } from "@/lib/queries/reading/find-session";

/**
 * Sets a session's name or tags. They override what its sender says later.
 * @throws AppError `not_found`
 */
export async function changeSession(
  db: Database,
  caller: Caller,
  id: string,
  { name, tags }: SessionEdit,
): Promise<{ id: string; name: string | null; tags: string[] | null }> {
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
  });
  await noteInAuditLog(db, caller, "session.changed", { target: publicId(sessionId) });
  return { id: publicId(sessionId), name: name ?? null, tags: tags ?? null };
}
