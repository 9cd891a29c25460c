import { lostBodySchema, postLost } from "@/lib/api/endpoints/runtime/lost";
import { askLost } from "@/lib/commands/runtime/ask-lost";
import { database } from "@/lib/db/client";
import { runtimeBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";

export const POST = serve(postLost, async ({ request, caller }) =>
  askLost(database(), caller.project, await runtimeBody(request, lostBodySchema)),
);
