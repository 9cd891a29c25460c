import { listTurns as endpoint } from "@/lib/api/endpoints/sessions";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { answerTurns } from "@/lib/queries/list-turns";

export const GET = serve(
  endpoint,
  readingSession(({ request, caller, params, query }) =>
    answerTurns(database(), caller.project, params.id, query, request.signal),
  ),
);
