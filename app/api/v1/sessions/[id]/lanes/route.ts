import { listLanes as endpoint } from "@/lib/api/endpoints/lanes";
import { database } from "@/lib/db/client";
import { heavyWork } from "@/lib/http/heavy-work";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { listLanes } from "@/lib/queries/list-lanes";

export const GET = serve(
  endpoint,
  readingSession(({ request, caller, params, query }) =>
    heavyWork(caller.project, request.signal, () => listLanes(database(), caller.project, params.id, query)),
  ),
);
