import { listEvictions as endpoint } from "@/lib/api/endpoints/sessions";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { answerEvictions } from "@/lib/queries/list-evictions";

export const GET = serve(
  endpoint,
  readingSession(({ request, caller, params, query }) =>
    answerEvictions(database(), caller.project, params.id, query, request.signal),
  ),
);
