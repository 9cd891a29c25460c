import { listCheckpoints as endpoint } from "@/lib/api/endpoints/checkpoints";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { listCheckpoints } from "@/lib/queries/list-checkpoints";
import { readingSession } from "@/lib/queries/reading";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params }) => listCheckpoints(database(), caller.project, params.id)),
);
