import { getWindow as endpoint } from "@/lib/api/endpoints/window";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { getWindow } from "@/lib/queries/get-window";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params, query }) =>
    getWindow(database(), caller.project, params.id, params.turn, query),
  ),
);
