import { getProof as endpoint } from "@/lib/api/endpoints/verdicts";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { getProof } from "@/lib/queries/get-proof";
import { readingSession } from "@/lib/queries/reading";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params, request }) =>
    getProof(database(), caller.project, params.id, params.finding, request.signal),
  ),
);
