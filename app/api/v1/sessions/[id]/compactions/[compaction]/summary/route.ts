import { getSummaryDiff as endpoint } from "@/lib/api/endpoints/lanes";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { getSummaryDiff } from "@/lib/queries/get-summary-diff";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params }) =>
    getSummaryDiff(database(), caller.project, params.id, params.compaction),
  ),
);
