import { randomBytes } from "node:crypto";
import type { Role } from "@/lib/api/access";
import { isRoleIncluded } from "@/lib/api/access";
import { INVITATION_DAYS } from "@/lib/api/limits/access";
import type { Database, Transaction } from "@/lib/db/client";
import type { Invitation } from "@/lib/db/generated/client";
import { GRANT_NEEDS, isStillGiven } from "./grant";
import { hashSecret } from "./key-text";
import { readMemberRole } from "./member-role";
import { lockMembers } from "./memberships";

const TOKEN_BYTES = 32;
const DAY_MS = 24 * 60 * 60 * 1_000;

export interface NewInvitation {
  readonly projectId: string;
  readonly role: Role;
  readonly email: string | null;
  readonly giver: string | null;
}

/** Creates a token that works once, within a week. Only its hash is stored. */
export async function createInvitation(
  db: Pick<Transaction, "invitation">,
  invitation: NewInvitation,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY_MS);
  await db.invitation.create({
    data: {
      ...invitation,
      email: invitation.email?.toLowerCase() ?? null,
      hash: hashSecret(token),
      expiresAt,
    },
  });
  return { token, expiresAt };
}

/** `null` when it is unknown, used, expired, or of somebody who may invite no more. The answer does not say which. */
export async function findInvitation(db: Database, token: string): Promise<Invitation | null> {
  const found = await db.invitation.findFirst({ where: { hash: hashSecret(token), ...open() } });
  return found !== null && (await isStillGiven(db, makeGrant(found))) ? found : null;
}

/**
 * Uses up the invitation and adds the member. When two requests race, one succeeds. An existing member keeps the higher
 * of the two roles. While members change it waits, and its giver is looked at then: a link is dead from the moment in which
 * its giver may invite no more.
 * @returns whether the invitation was still open
 */
export async function acceptInvitation(
  tx: Transaction,
  { hash, projectId }: Pick<Invitation, "hash" | "projectId">,
  userId: string,
): Promise<boolean> {
  await lockMembers(tx, projectId);
  const invitation = await tx.invitation.findFirst({ where: { hash, ...open() } });
  if (invitation === null || !(await isStillGiven(tx, makeGrant(invitation)))) return false;
  const { count } = await tx.invitation.updateMany({
    where: { hash, ...open() },
    data: { usedAt: new Date() },
  });
  if (count === 0) return false;
  const key = { projectId_userId: { projectId, userId } };
  const member = await tx.membership.findUnique({ where: key });
  const role = pickGreater(readMemberRole(invitation.role), readMemberRole(member?.role ?? "viewer"));
  await tx.membership.upsert({
    where: key,
    create: { projectId, userId, role },
    update: { role, fromGroup: null },
  });
  return true;
}

/** The open invitations for an address, in the order of their projects. */
export async function readInvitations(
  db: Pick<Transaction, "invitation" | "membership">,
  email: string,
): Promise<Invitation[]> {
  const found = await db.invitation.findMany({
    where: { email: email.toLowerCase(), ...open() },
    orderBy: [{ projectId: "asc" }, { hash: "asc" }],
  });
  const given = await Promise.all(found.map((invitation) => isStillGiven(db, makeGrant(invitation))));
  return found.filter((_, i) => given[i]);
}

function makeGrant({ projectId, giver }: Invitation) {
  return { project: projectId, giver, needs: GRANT_NEEDS.invitation };
}

function pickGreater(a: Role, b: Role): Role {
  return isRoleIncluded(a, b) ? a : b;
}

function open() {
  return { usedAt: null, expiresAt: { gt: new Date() } };
}
