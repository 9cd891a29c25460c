import { listLanes as endpoint } from "@/lib/api/endpoints/lanes";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { answerLanes } from "@/lib/queries/list-lanes";

export const GET = serve(
  endpoint,
  readingSession(({ request, caller, params, query }) =>
    answerLanes(database(), caller.project, params.id, query, request.signal),
  ),
);
