import { randomBytes } from "node:crypto";
import type { Role } from "@/lib/api/access";
import { ROLES, roleIncludes } from "@/lib/api/access";
import type { Database } from "@/lib/db/client";
import type { Invitation } from "@/lib/db/generated/client";
import { secretHash } from "./key-text";
import { INVITATION_DAYS } from "@/lib/api/limits/access";

const TOKEN_BYTES = 32;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** What an invitation is for. */
export interface NewInvitation {
  readonly projectId: string;
  readonly role: Role;
  readonly email: string | null;
  readonly createdBy: string | null;
}

/** Makes a link's token, good for one use within a week. Only its hash is kept. @returns the token */
export async function createInvitation(db: Database, invitation: NewInvitation): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY_MS);
  await db.invitation.create({
    data: {
      ...invitation,
      email: invitation.email?.toLowerCase() ?? null,
      hash: secretHash(token),
      expiresAt,
    },
  });
  return token;
}

/** The invitation behind a token; `null` for one that is unknown, used or expired, without telling which. */
export async function findInvitation(db: Database, token: string): Promise<Invitation | null> {
  return db.invitation.findFirst({ where: { hash: secretHash(token), ...open() } });
}

/**
 * Uses an invitation up and makes its member. Of two who try at once, one succeeds. Somebody who is a member already
 * keeps the greater of the two roles.
 * @returns whether the invitation was still open
 */
export async function acceptInvitation(db: Database, hash: string, userId: string): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.invitation.updateMany({
      where: { hash, ...open() },
      data: { usedAt: new Date() },
    });
    if (count === 0) return false;
    const { projectId, role: offered } = await tx.invitation.findUniqueOrThrow({ where: { hash } });
    const key = { projectId_userId: { projectId, userId } };
    const member = await tx.membership.findUnique({ where: key });
    const role = greater(roleOf(offered), roleOf(member?.role ?? "viewer"));
    await tx.membership.upsert({ where: key, create: { projectId, userId, role }, update: { role } });
    return true;
  });
}

/** Whether somebody with this address was invited and has not come yet. */
export async function hasInvitation(db: Database, email: string): Promise<boolean> {
  return (await db.invitation.count({ where: { email: email.toLowerCase(), ...open() } })) > 0;
}

/** Makes a person a member wherever their address was invited. @returns those projects */
export async function acceptInvitationsFor(
  db: Database,
  user: { readonly id: string; readonly email: string },
): Promise<string[]> {
  const invitations = await db.invitation.findMany({ where: { email: user.email.toLowerCase(), ...open() } });
  const joined: string[] = [];
  for (const { hash, projectId } of invitations)
    if (await acceptInvitation(db, hash, user.id)) joined.push(projectId);
  return joined;
}

/** A role as it is stored, the least one where it is none. */
export function roleOf(text: string): Role {
  return ROLES.find((role) => role === text) ?? "viewer";
}

function greater(a: Role, b: Role): Role {
  return roleIncludes(a, b) ? a : b;
}

function open() {
  return { usedAt: null, expiresAt: { gt: new Date() } };
}
