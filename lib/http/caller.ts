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
 * The caller of a request, who may do what the scope asks for.
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

/** Whether a caller may still do what they were let do: signed in, a member of the same project, with a good key. */
export async function mayStill(request: Request, scope: Scope, { project }: Caller): Promise<boolean> {
  return callerOf(request, scope).then(
    (now) => now.project === project,
    () => false,
  );
}
