import { join as endpoint, joinBody } from "@/lib/api/endpoints/people";
import { join } from "@/lib/commands/access/join";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { openJsonBody } from "@/lib/http/json-body";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const POST = serve(endpoint, async ({ request, caller }) => {
  const body = await openJsonBody(request, caller, joinBody);
  return done(await join(database(), instance(), request, caller, body));
});
