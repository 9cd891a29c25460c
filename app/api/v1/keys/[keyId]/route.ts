import { revokeKey as endpoint } from "@/lib/api/endpoints/projects";
import { revokeKey } from "@/lib/commands/access/keys";
import { database } from "@/lib/db/client";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const DELETE = serve(endpoint, async ({ caller, params }) => {
  await revokeKey(database(), caller, params.keyId);
  return done();
});
