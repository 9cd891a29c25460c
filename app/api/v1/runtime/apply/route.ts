import { applyBodySchema, postApply } from "@/lib/api/endpoints/runtime/apply";
import { askApply } from "@/lib/commands/runtime/ask-apply";
import { database } from "@/lib/db/client";
import { runtimeBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";

export const POST = serve(postApply, async ({ request, caller }) =>
  askApply(database(), caller.project, await runtimeBody(request, applyBodySchema)),
);
