import { startPasskeySignIn as endpoint } from "@/lib/api/endpoints/passkeys";
import { startPasskeySignIn } from "@/lib/commands/access/passkeys";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { jsonWithCookies } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const POST = serve(endpoint, async ({ request }) => {
  const { options, cookies } = await startPasskeySignIn(database(), instance(), request);
  return jsonWithCookies(options, cookies);
});
