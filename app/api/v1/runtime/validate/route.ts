import { validateBodySchema, postValidate } from "@/lib/api/endpoints/runtime/validate";
import { askValidate } from "@/lib/commands/runtime/ask-validate";
import { database } from "@/lib/db/client";
import { runtimeBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";

export const POST = serve(postValidate, async ({ request, caller }) =>
  askValidate(database(), caller.project, await runtimeBody(request, validateBodySchema)),
);
