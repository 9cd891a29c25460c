import { removePasskey as endpoint } from "@/lib/api/endpoints/passkeys";
import { removePasskey } from "@/lib/commands/access/passkeys";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const DELETE = serve(endpoint, async ({ caller, params }) => {
  await removePasskey(database(), instance(), caller, params.passkeyId);
  return done();
});
