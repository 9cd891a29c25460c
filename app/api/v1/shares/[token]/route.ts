import { openShare as endpoint } from "@/lib/api/endpoints/shares";
import { database } from "@/lib/db/client";
import { attachment } from "@/lib/http/attachment";
import { serve } from "@/lib/http/serve";
import { openShare } from "@/lib/queries/shares/open-share";
import { EXPORTS } from "@/lib/view/incident/export";

export const GET = serve(endpoint, async ({ request, caller, params, query: { format } }) => {
  const passphrase = request.headers.get("x-share-passphrase");
  const { snapshot } = await openShare(database(), params.token, { passphrase, address: caller.address });
  return attachment(`share.${format}`, EXPORTS[format].type, EXPORTS[format].write(snapshot));
});
