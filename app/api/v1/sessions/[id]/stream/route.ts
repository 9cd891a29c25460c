import { streamSession as endpoint } from "@/lib/api/endpoints/streams";
import { database } from "@/lib/db/client";
import { eventStream, lastEventId } from "@/lib/http/event-stream";
import { serve } from "@/lib/http/serve";
import { watchCaller } from "@/lib/http/watch-caller";
import { noticeHub } from "@/lib/pipeline/notices/hub";
import { followSession } from "@/lib/queries/live/follow";

export const GET = serve(endpoint, async ({ request, caller, params, query }) => {
  const { signal } = request;
  const events = await followSession(database(), noticeHub(), params.id, {
    project: caller.project,
    after: lastEventId(request, query.after),
    signal,
    mayRead: watchCaller(request, caller, endpoint.scope),
  });
  return eventStream(events, { signal });
});
