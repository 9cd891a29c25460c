import { getBlock as endpoint } from "@/lib/api/endpoints/block";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { getBlock } from "@/lib/queries/get-block";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params, query }) =>
    getBlock(database(), caller.project, params.id, params.blockId, query),
  ),
);
