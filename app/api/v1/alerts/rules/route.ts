import { alertRuleBody, createAlertRule } from "@/lib/api/endpoints/alerts";
import { createRule } from "@/lib/commands/alerts/targets";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";

export const POST = serve(createAlertRule, async ({ request, caller }) =>
  createRule(database(), caller, await jsonBody(request, alertRuleBody)),
);
