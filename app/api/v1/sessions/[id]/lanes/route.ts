import { listLanes as endpoint } from "@/lib/api/endpoints/lanes";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { listLanes } from "@/lib/queries/list-lanes";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params, query }) => listLanes(database(), caller.project, params.id, query)),
);
