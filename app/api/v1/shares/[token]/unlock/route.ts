import { unlockBody, unlockShare as endpoint } from "@/lib/api/endpoints/shares";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { openJsonBody } from "@/lib/http/json-body";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";
import { unlockShare } from "@/lib/queries/shares/open-share";

export const POST = serve(endpoint, async ({ request, caller, params: { token } }) => {
  const { passphrase } = await openJsonBody(request, caller, unlockBody);
  const key = await unlockShare(database(), token, { passphrase, address: caller.address });
  const secure = instance().url.protocol === "https:" ? "; Secure" : "";
  return done([
    `sightglass.share=${key}; Path=/s/${encodeURIComponent(token)}; HttpOnly; SameSite=Strict${secure}`,
  ]);
});
