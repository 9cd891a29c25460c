import { getSummaryDiff as endpoint } from "@/lib/api/endpoints/lanes";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { answerSummaryDiff } from "@/lib/queries/get-summary-diff";

export const GET = serve(
  endpoint,
  readingSession(({ request, caller, params: { id, compaction } }) =>
    answerSummaryDiff(database(), caller.project, id, compaction, request.signal),
  ),
);
