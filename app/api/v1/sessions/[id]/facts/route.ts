import { getFacts as endpoint } from "@/lib/api/endpoints/facts";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { getFacts } from "@/lib/queries/get-facts";

export const GET = serve(
  endpoint,
  readingSession(({ request, caller, params, query }) =>
    getFacts(database(), caller.project, params.id, query, request.signal),
  ),
);
