import { assertionBody, passkeySignIn as endpoint } from "@/lib/api/endpoints/passkeys";
import { signInWithPasskey } from "@/lib/commands/access/passkeys";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { openJsonBody } from "@/lib/http/json-body";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const POST = serve(endpoint, async ({ request, caller }) => {
  const { credential } = await openJsonBody(request, caller, assertionBody);
  return done(await signInWithPasskey(database(), instance(), request, caller, credential));
});
