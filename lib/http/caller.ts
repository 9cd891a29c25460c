import { auditCounted } from "@/lib/access/audit-counted";
import { authorize } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { resolveCaller } from "@/lib/access/resolve";
import type { Scope } from "@/lib/api/access";
import { database } from "@/lib/db/client";
import { postImport as importFile } from "@/lib/api/endpoints/import";
import { instance } from "@/lib/env";
import { AppError } from "@/lib/errors";

export type { Caller } from "@/lib/access/caller";

export async function callerOf(request: Request, scope: Scope): Promise<Caller> {
  const { method, headers } = request;
  const caller = await resolveCaller(database(), instance(), {
    method,
    headers,
    isSigned: scope === "signed",
  });
  try {
    authorize(caller, scope);
  } catch (error) {
    if (error instanceof AppError && error.code === "forbidden")
      auditCounted(database(), caller, "access.refused", `${request.method} ${placeOf(request)}`);
    throw error;
  }
  // What programs send is logged as the use of their key, and a file as an import.
  const isSent = scope === "ingest" || scope === "send";
  if (isSent && caller.actor.kind === "user" && placeOf(request) !== importFile.path)
    auditCounted(database(), caller, "data.sent", placeOf(request));
  return caller;
}

const PLAIN_PART = /^[a-z0-9_.-]{0,36}$/;

/** The path of a request. Parts that are no route, number or id are left out: they may hold content. */
function placeOf(request: Request): string {
  const parts = new URL(request.url).pathname.split("/");
  return parts
    .map((part) => (PLAIN_PART.test(part) ? part : "…"))
    .join("/")
    .slice(0, PLACE_CHARS_MAX);
}

const PLACE_CHARS_MAX = 120;

/** Whether a caller still has the right: signed in, a member of the same project, or with a valid key. */
export async function mayStill(request: Request, scope: Scope, { project }: Caller): Promise<boolean> {
  return callerOf(request, scope).then(
    (now) => now.project === project,
    () => false,
  );
}
