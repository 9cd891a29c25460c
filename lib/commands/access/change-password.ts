import { APIError } from "better-auth/api";
import { noteInAuditLog } from "@/lib/access/audit";
import { noteCounted } from "@/lib/access/audit-counted";
import { getAuth } from "@/lib/access/auth";
import { nameActor } from "@/lib/access/caller";
import type { SignInCommandOf } from "@/lib/access/write-context";
import { noteFailure, reserveAttempt } from "@/lib/access/throttle";
import { AppError } from "@/lib/errors";
import type { Cookies } from "./sign-in";
import { requireTeam } from "./sign-in";

/** Passwords are stretched a few at a time, and others may come first. */
const STRETCHING = { timeout: 60_000 };

/**
 * Changes a person's password and signs out all of their other browsers.
 * @returns the cookies of the session that continues
 * @throws AppError `forbidden` if the current password is wrong; `rate_limited`
 */
export async function changePassword({
  ctx: { db, settings, request, caller },
  input: { current, next },
}: SignInCommandOf<{ current: string; next: string }>): Promise<Cookies> {
  requireTeam(settings);
  const attempt = { account: nameActor(caller.actor), address: caller.address };
  const reserved = await reserveAttempt(db, attempt);
  try {
    const cookies = await db.$transaction(async (tx) => {
      await noteInAuditLog(tx, { ...caller, project: "" }, "password.changed");
      const { headers } = await getAuth(db, settings).api.changePassword({
        body: { currentPassword: current, newPassword: next, revokeOtherSessions: true },
        headers: request.headers,
        returnHeaders: true,
      });
      return headers.getSetCookie();
    }, STRETCHING);
    await reserved.succeeded();
    return cookies;
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    await noteFailure(db, attempt);
    noteCounted(db, { ...caller, project: "" }, "password.refused");
    throw new AppError("forbidden", "current: this is not your password");
  }
}
