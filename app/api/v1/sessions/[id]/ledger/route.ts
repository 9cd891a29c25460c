import { getLedger as endpoint } from "@/lib/api/endpoints/ledger";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { getLedger } from "@/lib/queries/get-ledger";

export const GET = serve(
  endpoint,
  readingSession(({ request, caller, params, query }) =>
    getLedger(database(), caller.project, params.id, query, request.signal),
  ),
);
