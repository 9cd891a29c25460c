import { removeAlertRule } from "@/lib/api/endpoints/alerts";
import { removeRule } from "@/lib/commands/alerts/targets";
import { database } from "@/lib/db/client";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const DELETE = serve(removeAlertRule, async ({ caller, params }) => {
  await removeRule(database(), caller, params.ruleId);
  return done();
});
