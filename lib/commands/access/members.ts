import { noteInAuditLog } from "@/lib/access/audit";
import { GRANT_NEEDS, holdGiver } from "@/lib/access/grant";
import { createInvitation } from "@/lib/access/invitation";
import { lockMembers } from "@/lib/access/memberships";
import { WITHDRAWING, withdrawGrants } from "@/lib/access/withdraw-grants";
import type { CommandOf } from "@/lib/access/write-context";
import type { Role } from "@/lib/api/access";
import type { Withdrawn } from "@/lib/api/endpoints/grants";
import type { Transaction } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";
import { checkOwnerLeft } from "./owner-left";

/**
 * A role that a group gave is the owner's word from then on. What the member gave and may give no more is withdrawn.
 * @throws AppError `not_found`; `conflict` for the last owner
 */
export async function changeMember({
  ctx: { db, caller },
  input: { userId, role },
}: CommandOf<{ userId: string; role: Role }>): Promise<Withdrawn> {
  const where = { projectId_userId: { projectId: caller.project, userId } };
  return db.$transaction(async (tx) => {
    await lockMembers(tx, caller.project);
    const member = await tx.membership.findUnique({ where });
    if (member === null) throw notFound("the member");
    await tx.membership.update({ where, data: { role, fromGroup: null } });
    await noteInAuditLog(tx, caller, "member.changed", {
      target: await readEmail(tx, userId),
      detail: { role },
    });
    const withdrawn = await withdrawGrants(tx, caller.project);
    await checkOwnerLeft({ tx, projectId: caller.project });
    return withdrawn;
  }, WITHDRAWING);
}

/**
 * What the member gave is withdrawn.
 * @throws AppError `not_found`; `conflict` for the last owner
 */
export async function removeMember({
  ctx: { db, caller },
  input: { userId },
}: CommandOf<{ userId: string }>): Promise<Withdrawn> {
  return db.$transaction(async (tx) => {
    await lockMembers(tx, caller.project);
    const { count } = await tx.membership.deleteMany({ where: { projectId: caller.project, userId } });
    if (count === 0) throw notFound("the member");
    await noteInAuditLog(tx, caller, "member.removed", { target: await readEmail(tx, userId) });
    const withdrawn = await withdrawGrants(tx, caller.project);
    await checkOwnerLeft({ tx, projectId: caller.project });
    return withdrawn;
  }, WITHDRAWING);
}

/**
 * Creates an invitation link to the caller's project. It is shown once.
 * @throws AppError `conflict` on an instance without sign-in
 */
export async function invite({
  ctx: { db, caller },
  input: { role, email },
}: CommandOf<{ role: Role; email: string | null }>): Promise<{ url: string; expiresAt: string }> {
  const { mode, url } = instance();
  if (mode === "local")
    throw new AppError("conflict", "nobody signs in to this instance; run it with SIGHTGLASS_MODE=team");
  const { token, expiresAt } = await db.$transaction(async (tx) => {
    const giver = await holdGiver(tx, caller, GRANT_NEEDS.invitation);
    await noteInAuditLog(tx, caller, "invitation.created", {
      detail: { role },
      ...(email !== null && { target: email }),
    });
    return createInvitation(tx, { projectId: caller.project, role, email, giver });
  });
  return { url: `${url.origin}/join/${token}`, expiresAt: expiresAt.toISOString() };
}

/** @throws AppError `not_found`, also for an invitation that was used */
export async function withdrawInvitation({
  ctx: { db, caller },
  input: { id },
}: CommandOf<{ id: string }>): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.invitation.deleteMany({
      where: { hash: id, projectId: caller.project, usedAt: null },
    });
    if (count === 0) throw notFound("the invitation");
    await noteInAuditLog(tx, caller, "invitation.withdrawn");
  });
}

async function readEmail(tx: Transaction, userId: string): Promise<string> {
  return (await tx.user.findUnique({ where: { id: userId } }))?.email ?? userId;
}
