import { deleteSession as deletion } from "@/lib/api/endpoints/deletion";
import { getSession as endpoint } from "@/lib/api/endpoints/sessions";
import { deleteSession } from "@/lib/commands/delete-session";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { getSession } from "@/lib/queries/get-session";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params }) => getSession(database(), caller.project, params.id)),
);

export const DELETE = serve(deletion, async ({ caller, params }) => ({
  deleted: await deleteSession(database(), caller, params.id),
}));
