import { auditCounted } from "@/lib/access/audit-counted";
import { authorize } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { resolveCaller } from "@/lib/access/resolve";
import type { Scope } from "@/lib/api/access";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { AppError } from "@/lib/errors";

export type { Caller } from "@/lib/access/caller";

/**
 * The caller of a request, with the right to the scope.
 * @throws AppError `unauthorized`, `forbidden`, `rate_limited`
 */
export async function callerOf(request: Request, scope: Scope): Promise<Caller> {
  const caller = await resolveCaller(database(), instance(), request);
  try {
    authorize(caller, scope);
  } catch (error) {
    if (error instanceof AppError && error.code === "forbidden")
      auditCounted(
        database(),
        caller,
        "access.refused",
        `${request.method} ${new URL(request.url).pathname.slice(0, 120)}`,
      );
    throw error;
  }
  return caller;
}

/** Whether a caller still has the right: signed in, a member of the same project, or with a valid key. */
export async function mayStill(request: Request, scope: Scope, { project }: Caller): Promise<boolean> {
  return callerOf(request, scope).then(
    (now) => now.project === project,
    () => false,
  );
}
