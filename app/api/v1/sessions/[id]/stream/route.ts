import { streamSession as endpoint } from "@/lib/api/endpoints/lanes";
import { database } from "@/lib/db/client";
import { mayStill } from "@/lib/http/caller";
import { eventStream } from "@/lib/http/event-stream";
import { serve } from "@/lib/http/serve";
import { followSession } from "@/lib/queries/follow-session";

export const GET = serve(endpoint, async ({ request, caller, params }) =>
  eventStream(
    "session",
    await followSession(database(), caller.project, params.id, request.signal),
    request.signal,
    () => mayStill(request, endpoint.scope, caller),
  ),
);
