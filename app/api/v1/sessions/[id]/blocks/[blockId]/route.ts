import { getBlock as endpoint } from "@/lib/api/endpoints/sessions";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { getBlock } from "@/lib/queries/get-block";

export const GET = serve(endpoint, ({ caller, params, query }) =>
  getBlock(database(), caller.project, params.id, params.blockId, query),
);
