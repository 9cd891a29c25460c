import { randomBytes } from "node:crypto";
import type { Role } from "@/lib/api/access";
import { ROLES, roleIncludes } from "@/lib/api/access";
import type { Database } from "@/lib/db/client";
import type { Invitation } from "@/lib/db/generated/client";
import { secretHash } from "./key-text";
import { INVITATION_DAYS } from "@/lib/api/limits/access";

const TOKEN_BYTES = 32;
const DAY_MS = 24 * 60 * 60 * 1_000;

export interface NewInvitation {
  readonly projectId: string;
  readonly role: Role;
  readonly email: string | null;
  readonly createdBy: string | null;
}

/** Creates a token that works once, within a week. Only its hash is stored. @returns the token */
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

/** `null` when it is unknown, used or expired. The answer does not say which. */
export async function findInvitation(db: Database, token: string): Promise<Invitation | null> {
  return db.invitation.findFirst({ where: { hash: secretHash(token), ...open() } });
}

/**
 * Uses up the invitation and adds the member. When two requests race, one succeeds. An existing member keeps the higher
 * of the two roles.
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
    const role = greater(memberRole(offered), memberRole(member?.role ?? "viewer"));
    await tx.membership.upsert({
      where: key,
      create: { projectId, userId, role },
      update: { role, fromGroup: null },
    });
    return true;
  });
}

export async function hasInvitation(db: Database, email: string): Promise<boolean> {
  return (await db.invitation.count({ where: { email: email.toLowerCase(), ...open() } })) > 0;
}

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

/** The lowest role when the text is not a role. */
export function memberRole(text: string): Role {
  return ROLES.find((role) => role === text) ?? "viewer";
}

function greater(a: Role, b: Role): Role {
  return roleIncludes(a, b) ? a : b;
}

function open() {
  return { usedAt: null, expiresAt: { gt: new Date() } };
}
