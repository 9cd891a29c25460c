import { signIn as endpoint, signInBody } from "@/lib/api/endpoints/people";
import { signIn } from "@/lib/commands/access/sign-in";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { openJsonBody } from "@/lib/http/json-body";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const POST = serve(endpoint, async ({ request, caller }) => {
  const body = await openJsonBody(request, caller, signInBody);
  return done(await signIn(database(), instance(), request, caller, body));
});
