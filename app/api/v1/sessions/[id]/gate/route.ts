import { getGate as endpoint } from "@/lib/api/endpoints/findings";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { judgeSession } from "@/lib/queries/list-findings";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params, query }) =>
    judgeSession(database(), caller.project, params.id, query.contract),
  ),
);
