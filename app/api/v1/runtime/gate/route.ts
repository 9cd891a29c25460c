import { gateBodySchema, postGate } from "@/lib/api/endpoints/runtime/gate";
import { askGate } from "@/lib/commands/runtime/ask-gate";
import { database } from "@/lib/db/client";
import { runtimeBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";

export const POST = serve(postGate, async ({ request, caller }) =>
  askGate(database(), caller.project, await runtimeBody(request, gateBodySchema)),
);
