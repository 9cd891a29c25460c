import { retryAlertMessage } from "@/lib/api/endpoints/alerts";
import { retryMessage } from "@/lib/commands/alerts/deliver";
import { database } from "@/lib/db/client";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const POST = serve(retryAlertMessage, async ({ caller, params }) => {
  await retryMessage(database(), caller, params.messageId);
  return done();
});
