import { cancelReplay as cancelEndpoint, getReplay as endpoint } from "@/lib/api/endpoints/replays";
import { cancelReplay } from "@/lib/commands/replay/cancel-replay";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { getReplay } from "@/lib/queries/get-replay";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params }) => getReplay(database(), caller.project, params.id, params.replayId)),
);

export const DELETE = serve(cancelEndpoint, ({ caller, params }) =>
  cancelReplay(database(), caller, params.id, params.replayId),
);
