import { deleteSessions } from "@/lib/api/endpoints/deletion";
import { listSessions as endpoint } from "@/lib/api/endpoints/sessions";
import { deleteOlderThan } from "@/lib/commands/delete-session";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingProject } from "@/lib/queries/reading";
import { listSessions } from "@/lib/queries/list-sessions";

export const GET = serve(
  endpoint,
  readingProject(({ caller, query }) => listSessions(database(), caller.project, query)),
);

export const DELETE = serve(deleteSessions, async ({ caller, query }) => ({
  deleted: await deleteOlderThan(database(), caller, query.olderThanDays),
}));
