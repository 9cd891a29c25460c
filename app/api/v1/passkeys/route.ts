import { addPasskey as add, listPasskeys as list, passkeyBody } from "@/lib/api/endpoints/passkeys";
import { addPasskey } from "@/lib/commands/access/passkeys";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { openJsonBody } from "@/lib/http/json-body";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";
import { listPasskeys } from "@/lib/queries/access/list-passkeys";

export const GET = serve(list, ({ caller }) => listPasskeys(database(), caller));

export const POST = serve(add, async ({ request, caller }) => {
  const body = await openJsonBody(request, caller, passkeyBody);
  await addPasskey(database(), instance(), request, caller, body);
  return done();
});
