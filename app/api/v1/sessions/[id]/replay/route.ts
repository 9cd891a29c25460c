import { postReplay, replayRequestSchema } from "@/lib/api/endpoints/replays";
import { startReplay } from "@/lib/commands/replay/start-replay";
import { database } from "@/lib/db/client";
import { JSON_BODY_BYTES_MAX } from "@/lib/http/limits";
import { bodyJson } from "@/lib/http/read-body";
import { check, serve } from "@/lib/http/serve";

const LIMITS = { wireBytesMax: JSON_BODY_BYTES_MAX, bodyBytesMax: JSON_BODY_BYTES_MAX };

export const POST = serve(postReplay, async ({ request, caller, params }) => {
  const asked = check(replayRequestSchema, await bodyJson(request, LIMITS), "invalid_body");
  return startReplay(database(), caller.project, params.id, asked);
});
