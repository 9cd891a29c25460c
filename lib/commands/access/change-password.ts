import { APIError } from "better-auth/api";
import { noteInAuditLog } from "@/lib/access/audit";
import { auditCounted } from "@/lib/access/audit-counted";
import { authOf } from "@/lib/access/auth";
import type { Caller } from "@/lib/access/caller";
import { actorName } from "@/lib/access/caller";
import { noteFailure, reserveAttempt } from "@/lib/access/throttle";
import type { Database } from "@/lib/db/client";
import type { Instance } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { Cookies } from "./sign-in";
import { needTeam } from "./sign-in";

/**
 * Changes a person's password and signs out all of their other browsers.
 * @returns the cookies of the session that continues
 * @throws AppError `forbidden` if the current password is wrong; `rate_limited`
 */
export async function changePassword(
  db: Database,
  settings: Instance,
  request: Request,
  caller: Caller,
  { current, next }: { current: string; next: string },
): Promise<Cookies> {
  needTeam(settings);
  const attempt = { account: actorName(caller.actor), address: caller.address };
  const reserved = await reserveAttempt(db, attempt);
  try {
    const { headers } = await authOf(db, settings).api.changePassword({
      body: { currentPassword: current, newPassword: next, revokeOtherSessions: true },
      headers: request.headers,
      returnHeaders: true,
    });
    await reserved.succeeded();
    await noteInAuditLog(db, { ...caller, project: "" }, "password.changed");
    return headers.getSetCookie();
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    await noteFailure(db, attempt);
    auditCounted(db, { ...caller, project: "" }, "password.refused");
    throw new AppError("forbidden", "current: this is not your password");
  }
}
