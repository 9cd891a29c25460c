import { listEvictions as endpoint } from "@/lib/api/endpoints/sessions";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { listEvictions } from "@/lib/queries/list-evictions";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params, query }) => listEvictions(database(), caller.project, params.id, query)),
);
