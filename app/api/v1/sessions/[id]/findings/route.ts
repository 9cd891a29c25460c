import { listFindings as endpoint } from "@/lib/api/endpoints/findings";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { listFindings } from "@/lib/queries/list-findings";

export const GET = serve(endpoint, ({ caller, params, query }) =>
  listFindings(database(), caller.project, params.id, query),
);
