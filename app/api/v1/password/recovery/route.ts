import { recoverPassword as endpoint, recoveryBody } from "@/lib/api/endpoints/passkeys";
import { recoverPassword } from "@/lib/commands/access/passkeys";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { openJsonBody } from "@/lib/http/json-body";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const POST = serve(endpoint, async ({ request, caller }) => {
  const body = await openJsonBody(request, caller, recoveryBody);
  return done(await recoverPassword(database(), instance(), request, caller, body));
});
