import { getWhy as endpoint } from "@/lib/api/endpoints/why";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { getWhy } from "@/lib/queries/get-why";

export const GET = serve(
  endpoint,
  readingSession(({ request, caller, params, query }) =>
    getWhy(database(), caller.project, params.id, query, request.signal),
  ),
);
