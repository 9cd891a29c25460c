import { startPasskey as endpoint } from "@/lib/api/endpoints/passkeys";
import { startPasskey } from "@/lib/commands/access/passkeys";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { jsonWithCookies } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const POST = serve(endpoint, async ({ request, caller }) => {
  const { options, cookies } = await startPasskey(database(), instance(), request, caller);
  return jsonWithCookies(options, cookies);
});
