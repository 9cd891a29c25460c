import { GROUPS } from "@/lib/api/endpoints";
import { streamSession, streamSessions } from "@/lib/api/endpoints/streams";
import { getDatabase } from "@/lib/db/client";
import { makeEventStream, findLastEventId } from "@/lib/http/event-stream";
import { watchCaller } from "@/lib/http/watch-caller";
import { getNoticeHub } from "@/lib/db/notices/hub";
import { followSession, followSessions } from "@/lib/queries/live/follow";
import { makeAnswers } from "./answers";

export const streams = makeAnswers(GROUPS.streams, {
  streamSession: async ({ request, caller, params, query }) => {
    const { signal } = request;
    const events = await followSession(getDatabase(), getNoticeHub(), params.id, {
      project: caller.project,
      after: findLastEventId(request, query.after),
      signal,
      mayRead: watchCaller(request, caller, streamSession.scope),
    });
    return makeEventStream(events, { signal });
  },

  streamSessions: async ({ request, caller, query }) => {
    const { signal } = request;
    const events = await followSessions(getDatabase(), getNoticeHub(), {
      project: caller.project,
      after: findLastEventId(request, query.after),
      signal,
      mayRead: watchCaller(request, caller, streamSessions.scope),
    });
    return makeEventStream(events, { signal });
  },
});
