import { noteInAuditLog } from "@/lib/access/audit";
import { GRANT_NEEDS, holdGiver } from "@/lib/access/grant";
import { lockMembers } from "@/lib/access/memberships";
import { WITHDRAWING, withdrawGrants } from "@/lib/access/withdraw-grants";
import type { CommandOf } from "@/lib/access/write-context";
import type { Role } from "@/lib/api/access";
import type { Withdrawn } from "@/lib/api/endpoints/grants";
import { notFound } from "@/lib/errors";
import { checkOwnerLeft } from "./owner-left";

/**
 * Says what a group of the identity provider may do in the caller's project. Those who are members through it have the
 * new role at once, and what they gave and may give no more is withdrawn; others join when they sign in next.
 * @throws AppError `conflict` where no owner would be left
 */
export async function setGroupRole({
  ctx: { db, caller },
  input: { group, role },
}: CommandOf<{ group: string; role: Role }>): Promise<Withdrawn> {
  const key = { projectId: caller.project, group };
  return db.$transaction(async (tx) => {
    const giver = await holdGiver(tx, caller, GRANT_NEEDS["group role"]);
    await lockMembers(tx, caller.project);
    const moved = await tx.membership.updateMany({
      where: { projectId: caller.project, fromGroup: group },
      data: { role },
    });
    await tx.groupRole.upsert({
      where: { projectId_group: key },
      create: { ...key, role, giver },
      update: { role, giver },
    });
    await noteInAuditLog(tx, caller, "group.changed", { target: group, detail: { role } });
    const withdrawn = await withdrawGrants(tx, caller.project);
    if (moved.count > 0) await checkOwnerLeft({ tx, projectId: caller.project });
    return withdrawn;
  }, WITHDRAWING);
}

/**
 * The group gives no role any more. Its members leave the project at once, and what they gave is withdrawn.
 * @throws AppError `not_found`; `conflict` where no owner would be left
 */
export async function removeGroupRole({
  ctx: { db, caller },
  input: { group },
}: CommandOf<{ group: string }>): Promise<Withdrawn> {
  return db.$transaction(async (tx) => {
    await lockMembers(tx, caller.project);
    const { count } = await tx.groupRole.deleteMany({ where: { projectId: caller.project, group } });
    if (count === 0) throw notFound("the group");
    const left = await tx.membership.deleteMany({ where: { projectId: caller.project, fromGroup: group } });
    await noteInAuditLog(tx, caller, "group.removed", { target: group, detail: { members: left.count } });
    const withdrawn = await withdrawGrants(tx, caller.project);
    if (left.count > 0) await checkOwnerLeft({ tx, projectId: caller.project });
    return withdrawn;
  }, WITHDRAWING);
}
