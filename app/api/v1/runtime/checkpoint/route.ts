import { checkpointBodySchema, postCheckpoint } from "@/lib/api/endpoints/runtime/checkpoint";
import { askCheckpoint } from "@/lib/commands/runtime/ask-checkpoint";
import { database } from "@/lib/db/client";
import { runtimeBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";

export const POST = serve(postCheckpoint, async ({ request, caller }) =>
  askCheckpoint(database(), caller.project, await runtimeBody(request, checkpointBodySchema)),
);
