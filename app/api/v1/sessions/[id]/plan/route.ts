import { getPlan as endpoint } from "@/lib/api/endpoints/plan";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { getPlan } from "@/lib/queries/get-plan";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params, query }) => getPlan(database(), caller.project, params.id, query)),
);
