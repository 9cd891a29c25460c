import { removeAlertTarget } from "@/lib/api/endpoints/alerts";
import { removeTarget } from "@/lib/commands/alerts/targets";
import { database } from "@/lib/db/client";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const DELETE = serve(removeAlertTarget, async ({ caller, params }) => {
  await removeTarget(database(), caller, params.targetId);
  return done();
});
