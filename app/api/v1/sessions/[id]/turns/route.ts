import { listTurns as endpoint } from "@/lib/api/endpoints/sessions";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { listTurns } from "@/lib/queries/list-turns";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params, query }) => listTurns(database(), caller.project, params.id, query)),
);
