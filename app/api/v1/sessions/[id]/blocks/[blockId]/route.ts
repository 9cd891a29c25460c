import { getBlock as endpoint } from "@/lib/api/endpoints/block";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { answerBlock } from "@/lib/queries/get-block";

export const GET = serve(
  endpoint,
  readingSession(({ request, caller, params: { id, blockId }, query }) =>
    answerBlock(database(), caller.project, id, { ...query, block: blockId }, request.signal),
  ),
);
