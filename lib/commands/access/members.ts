import { noteInAuditLog } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import { createInvitation, findInvitation } from "@/lib/access/invitation";
import type { Role } from "@/lib/api/access";
import type { Database, Queryable } from "@/lib/db/client";
import type { Instance } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";

/**
 * A role that a group gave is the owner's word from then on.
 * @throws AppError `not_found`; `conflict` for the last owner
 */
export async function changeMember(db: Database, caller: Caller, userId: string, role: Role): Promise<void> {
  const where = { projectId_userId: { projectId: caller.project, userId } };
  await db.$transaction(async (tx) => {
    await lockProject(tx, caller.project);
    const member = await tx.membership.findUnique({ where });
    if (member === null) throw notFound("the member");
    await tx.membership.update({ where, data: { role, fromGroup: null } });
    await checkOwnerLeft(tx, caller.project);
  });
  await noteInAuditLog(db, caller, "member.changed", { target: await emailOf(db, userId), detail: { role } });
}

/** @throws AppError `not_found`; `conflict` for the last owner */
export async function removeMember(db: Database, caller: Caller, userId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockProject(tx, caller.project);
    const { count } = await tx.membership.deleteMany({ where: { projectId: caller.project, userId } });
    if (count === 0) throw notFound("the member");
    await checkOwnerLeft(tx, caller.project);
  });
  await noteInAuditLog(db, caller, "member.removed", { target: await emailOf(db, userId) });
}

/**
 * Creates an invitation link to the caller's project. It is shown once.
 * @throws AppError `conflict` on an instance without sign-in
 */
export async function invite(
  db: Database,
  { mode, url }: Instance,
  caller: Caller,
  { role, email }: { role: Role; email: string | null },
): Promise<{ url: string; expiresAt: string }> {
  if (mode === "local")
    throw new AppError("conflict", "nobody signs in to this instance; run it with SIGHTGLASS_MODE=team");
  const createdBy = caller.actor.kind === "user" ? caller.actor.id : null;
  const token = await createInvitation(db, { projectId: caller.project, role, email, createdBy });
  await noteInAuditLog(db, caller, "invitation.created", {
    detail: { role },
    ...(email !== null && { target: email }),
  });
  const made = await findInvitation(db, token);
  return {
    url: `${url.origin}/join/${token}`,
    expiresAt: (made?.expiresAt ?? new Date()).toISOString(),
  };
}

/** @throws AppError `not_found`, also for an invitation that was used */
export async function withdrawInvitation(db: Database, caller: Caller, id: string): Promise<void> {
  const { count } = await db.invitation.deleteMany({
    where: { hash: id, projectId: caller.project, usedAt: null },
  });
  if (count === 0) throw notFound("the invitation");
  await noteInAuditLog(db, caller, "invitation.withdrawn");
}

/** Serialises the changes of one project's members, so that two owners cannot remove each other at once. */
async function lockProject(tx: Queryable, project: string): Promise<void> {
  await tx.$queryRawUnsafe("SELECT id FROM project WHERE id = $1 FOR UPDATE", project);
}

async function checkOwnerLeft(tx: Pick<Database, "membership">, projectId: string): Promise<void> {
  if ((await tx.membership.count({ where: { projectId, role: "owner" } })) === 0)
    throw new AppError("conflict", "a project keeps at least one owner; make somebody else one first");
}

async function emailOf(db: Database, userId: string): Promise<string> {
  return (await db.user.findUnique({ where: { id: userId } }))?.email ?? userId;
}
