import { listLanes as endpoint } from "@/lib/api/endpoints/lanes";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { listLanes } from "@/lib/queries/list-lanes";

export const GET = serve(endpoint, ({ caller, params, query }) =>
  listLanes(database(), caller.project, params.id, query),
);
