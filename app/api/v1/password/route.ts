import { changePassword as endpoint, passwordBody } from "@/lib/api/endpoints/people";
import { changePassword } from "@/lib/commands/access/change-password";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { openJsonBody } from "@/lib/http/json-body";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const POST = serve(endpoint, async ({ request, caller }) => {
  const body = await openJsonBody(request, caller, passwordBody);
  return done(await changePassword(database(), instance(), request, caller, body));
});
