import { deleteSessions } from "@/lib/api/endpoints/deletion";
import { listSessions as endpoint } from "@/lib/api/endpoints/sessions";
import { deleteOlderThan } from "@/lib/commands/delete-session";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { heavyWork } from "@/lib/queries/heavy-work";
import { readingProject } from "@/lib/queries/reading";
import { contentsOf, listSessions } from "@/lib/queries/list-sessions";

export const GET = serve(
  endpoint,
  readingProject(async ({ caller: { project }, query, request }) => {
    const search = contentsOf(database(), project, query, request.signal);
    await search;
    return heavyWork(project, request.signal, () => listSessions(database(), project, query, search));
  }),
);

export const DELETE = serve(deleteSessions, async ({ caller, query }) => ({
  deleted: await deleteOlderThan(database(), caller, query.olderThanDays),
}));
