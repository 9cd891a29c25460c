import { listFindings as endpoint } from "@/lib/api/endpoints/findings";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { listFindings } from "@/lib/queries/list-findings";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params, query }) => listFindings(database(), caller.project, params.id, query)),
);
