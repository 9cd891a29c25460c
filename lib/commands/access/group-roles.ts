import { noteInAuditLog } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import type { Role } from "@/lib/api/access";
import type { Database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";

/**
 * Says what a group of the identity provider may do in the caller's project. Those who are members through it have the
 * new role at once; others join when they sign in next.
 */
export async function setGroupRole(db: Database, caller: Caller, group: string, role: Role): Promise<void> {
  const key = { projectId: caller.project, group };
  await db.$transaction([
    db.groupRole.upsert({
      where: { projectId_group: key },
      create: { ...key, role },
      update: { role },
    }),
    db.membership.updateMany({ where: { projectId: caller.project, fromGroup: group }, data: { role } }),
  ]);
  await noteInAuditLog(db, caller, "group.changed", { target: group, detail: { role } });
}

/**
 * The group gives no role any more. Its members leave the project at once.
 * @throws AppError `not_found`
 */
export async function removeGroupRole(db: Database, caller: Caller, group: string): Promise<void> {
  const [{ count }, left] = await db.$transaction([
    db.groupRole.deleteMany({ where: { projectId: caller.project, group } }),
    db.membership.deleteMany({ where: { projectId: caller.project, fromGroup: group } }),
  ]);
  if (count === 0) throw notFound("the group");
  await noteInAuditLog(db, caller, "group.removed", { target: group, detail: { members: left.count } });
}
