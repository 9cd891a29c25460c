import { noteCounted } from "@/lib/access/audit-counted";
import { authorize } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { resolveCaller } from "@/lib/access/resolve";
import type { Scope } from "@/lib/api/access";
import { findRoute } from "@/lib/api/request/find-route";
import { parsePublicId } from "@/lib/db/session-id";
import { getDatabase } from "@/lib/db/client";
import { postImport as importFile } from "@/lib/api/endpoints/import";
import { instance } from "@/lib/env";
import { AppError } from "@/lib/errors";

export type { Caller } from "@/lib/access/caller";

export async function findCaller(request: Request, scope: Scope): Promise<Caller> {
  const { method, headers } = request;
  const caller = await resolveCaller(getDatabase(), instance(), {
    method,
    headers,
    isSigned: scope === "signed",
  });
  try {
    authorize(caller, scope);
  } catch (error) {
    if (error instanceof AppError && error.code === "forbidden")
      noteCounted(getDatabase(), caller, "access.refused", `${request.method} ${placeOf(request)}`);
    throw error;
  }
  // What programs send is logged as the use of their key, and a file as an import.
  const isSent = scope === "ingest" || scope === "send";
  if (isSent && caller.actor.kind === "user" && placeOf(request) !== importFile.path)
    noteCounted(getDatabase(), caller, "data.sent", placeOf(request));
  return caller;
}

/** The route of a request, with the id of its session. What stands in place of other parameters may be content, or a token. */
function placeOf(request: Request): string {
  const found = findRoute(new URL(request.url).pathname);
  if (found === null) return "a path that no route has";
  return found.template.replace("{id}", (name) =>
    parsePublicId(found.params.id ?? "") === null ? name : (found.params.id ?? ""),
  );
}

/** Whether a caller still has the right: signed in, a member of the same project, or with a valid key. */
export async function isStillAllowed(request: Request, scope: Scope, { project }: Caller): Promise<boolean> {
  return findCaller(request, scope).then(
    (now) => now.project === project,
    () => false,
  );
}
