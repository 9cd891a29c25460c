import { deleteSession as deletion } from "@/lib/api/endpoints/deletion";
import { changeSession as change, sessionEdit } from "@/lib/api/endpoints/session-edit";
import { getSession as endpoint } from "@/lib/api/endpoints/sessions";
import { changeSession } from "@/lib/commands/change-session";
import { deleteSession } from "@/lib/commands/delete-session";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { getSession } from "@/lib/queries/get-session";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params }) => getSession(database(), caller.project, params.id)),
);

export const PATCH = serve(change, async ({ request, caller, params }) =>
  changeSession(database(), caller, params.id, await jsonBody(request, sessionEdit)),
);

export const DELETE = serve(deletion, async ({ caller, params }) => ({
  deleted: await deleteSession(database(), caller, params.id),
}));
