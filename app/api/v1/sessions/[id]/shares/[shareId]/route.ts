import { revokeShare as endpoint } from "@/lib/api/endpoints/shares";
import { revokeShare } from "@/lib/commands/shares/shares";
import { database } from "@/lib/db/client";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const DELETE = serve(endpoint, async ({ caller, params }) => {
  await revokeShare(database(), caller, params.id, params.shareId);
  return done();
});
