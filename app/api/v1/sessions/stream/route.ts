import { streamSessions as endpoint } from "@/lib/api/endpoints/streams";
import { database } from "@/lib/db/client";
import { eventStream, lastEventId } from "@/lib/http/event-stream";
import { serve } from "@/lib/http/serve";
import { watchCaller } from "@/lib/http/watch-caller";
import { noticeHub } from "@/lib/pipeline/notices/hub";
import { followSessions } from "@/lib/queries/live/follow";

export const GET = serve(endpoint, async ({ request, caller, query }) => {
  const { signal } = request;
  const events = await followSessions(database(), noticeHub(), {
    project: caller.project,
    after: lastEventId(request, query.after),
    signal,
    mayRead: watchCaller(request, caller, endpoint.scope),
  });
  return eventStream(events, { signal });
});
