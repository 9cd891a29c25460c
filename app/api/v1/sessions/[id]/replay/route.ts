import { postReplay, replayRequestSchema } from "@/lib/api/endpoints/replays";
import { noteReplay } from "@/lib/commands/note-use";
import { startReplay } from "@/lib/commands/replay/start-replay";
import { database } from "@/lib/db/client";
import { JSON_BODY_BYTES_MAX } from "@/lib/api/limits/http";
import { bodyJson } from "@/lib/http/read-body";
import { check, serve } from "@/lib/http/serve";

const LIMITS = { wireBytesMax: JSON_BODY_BYTES_MAX, bodyBytesMax: JSON_BODY_BYTES_MAX };

export const POST = serve(postReplay, async ({ request, caller, params }) => {
  const asked = check(replayRequestSchema, await bodyJson(request, LIMITS), "invalid_body");
  const answer = await startReplay(database(), caller.project, params.id, asked);
  await noteReplay(database(), caller, params.id, asked.policies.length);
  return answer;
});
