import { getWindow as endpoint } from "@/lib/api/endpoints/window";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { answerWindow } from "@/lib/queries/get-window";

export const GET = serve(
  endpoint,
  readingSession(({ request, caller, params: { id, turn }, query }) =>
    answerWindow(database(), caller.project, id, { ...query, of: turn }, request.signal),
  ),
);
