import { alertTargetBody, createAlertTarget } from "@/lib/api/endpoints/alerts";
import { createTarget } from "@/lib/commands/alerts/targets";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";

export const POST = serve(createAlertTarget, async ({ request, caller }) =>
  createTarget(database(), caller, await jsonBody(request, alertTargetBody)),
);
