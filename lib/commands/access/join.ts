import { randomUUID } from "node:crypto";
import { noteInAuditLog } from "@/lib/access/audit";
import { noteCounted } from "@/lib/access/audit-counted";
import { getAuth } from "@/lib/access/auth";
import { acceptInvitation, findInvitation } from "@/lib/access/invitation";
import type { CommandOf, SignInCommandOf } from "@/lib/access/write-context";
import { reserveAttempt } from "@/lib/access/throttle";
import type { Database } from "@/lib/db/client";
import type { Invitation } from "@/lib/db/generated/client";
import type { Instance } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { Cookies } from "./sign-in";
import { requireTeam, makeSignedInCaller, signIn } from "./sign-in";

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Uses an invitation. It creates an account and signs it in, or adds the project to a signed-in person's projects.
 * @returns the cookies of a new session; empty if there already was one
 * @throws AppError `gone` for an unknown, used or expired link; `forbidden` if the link is for somebody else;
 * `conflict` if the address already has an account
 */
export async function join({
  ctx,
  input: { token, account },
}: SignInCommandOf<{ token: string; account?: NewAccount | undefined }>): Promise<Cookies> {
  const { db, settings, caller } = ctx;
  requireTeam(settings);
  const reserved = await reserveAttempt(db, { account: null, address: caller.address });
  const invitation = await findInvitation(db, token);
  if (invitation === null) {
    noteCounted(db, { ...caller, project: "" }, "join.failed");
    throw makeGoneError();
  }
  await reserved.succeeded();
  if (caller.actor.kind === "user") {
    await joinAs({ ctx: { db, caller }, input: { invitation, user: caller.actor } });
    return [];
  }
  if (account === undefined)
    throw new AppError("unauthorized", "account: say who you are, or sign in and open the link again");
  const user = await createAccount(db, settings, invitation, account);
  try {
    await joinAs({ ctx: { db, caller }, input: { invitation, user } });
  } catch (error) {
    await db.credential.deleteMany({ where: { userId: user.id } });
    await db.user.deleteMany({ where: { id: user.id } });
    throw error;
  }
  return signIn({ ctx, input: account });
}

async function joinAs({
  ctx: { db, caller },
  input: { invitation, user },
}: CommandOf<{ invitation: Invitation; user: { id: string; email: string; name: string } }>): Promise<void> {
  const { projectId, role, email } = invitation;
  checkAddressee(email, user.email);
  await db.$transaction(async (tx) => {
    if (!(await acceptInvitation(tx, invitation, user.id))) throw makeGoneError();
    await noteInAuditLog(
      tx,
      { ...makeSignedInCaller({ caller, person: user }), project: projectId },
      "member.joined",
      {
        detail: { role },
      },
    );
  });
}

async function createAccount(
  db: Database,
  settings: Instance,
  invitation: Invitation,
  { name, email, password }: NewAccount,
): Promise<{ id: string; email: string; name: string }> {
  checkAddressee(invitation.email, email);
  const address = email.toLowerCase();
  if ((await db.user.findUnique({ where: { email: address } })) !== null)
    throw new AppError(
      "conflict",
      "account.email: this address has an account; sign in and open the link again",
    );
  const { password: passwords } = await getAuth(db, settings).$context;
  const hash = await passwords.hash(password);
  const id = randomUUID();
  const credential = {
    id: randomUUID(),
    userId: id,
    accountId: id,
    providerId: "credential",
    password: hash,
  };
  await db.$transaction([
    db.user.create({ data: { id, name, email: address } }),
    db.credential.create({ data: credential }),
  ]);
  return { id, email: address, name };
}

function checkAddressee(invited: string | null, email: string): void {
  if (invited !== null && invited !== email.toLowerCase())
    throw new AppError("forbidden", "this invitation is for another e-mail address");
}

function makeGoneError(): AppError {
  return new AppError("gone", "this link was used, has expired, or never was; ask for a new one");
}
