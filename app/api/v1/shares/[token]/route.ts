import { openShare as endpoint } from "@/lib/api/endpoints/shares";
import { database } from "@/lib/db/client";
import { attachment } from "@/lib/http/attachment";
import { addressOfPage } from "@/lib/http/address-of-page";
import { json } from "@/lib/http/respond";
import { isPreview } from "@/lib/http/preview";
import { serve } from "@/lib/http/serve";
import { AppError } from "@/lib/errors";
import { openShare } from "@/lib/queries/shares/open-share";
import { fileName } from "@/lib/view/format/file-name";
import { EXPORTS } from "@/lib/view/incident/export";
import { isView } from "@/lib/view/share/view-snapshot";

export const GET = serve(endpoint, async ({ request, caller, params, query: { format } }) => {
  if (isPreview(request.headers, request.method)) return new Response(null, { status: 204 });
  const passphrase = request.headers.get("x-share-passphrase");
  const { snapshot } = await openShare(database(), params.token, { passphrase, address: caller.address });
  if (isView(snapshot)) {
    if (format === "json") return json(snapshot);
    throw new AppError("invalid_query", "format: expected json, which is the only form of a view");
  }
  const name = fileName(`incident-${snapshot.title}`, format);
  return attachment(
    name,
    EXPORTS[format].type,
    EXPORTS[format].write(snapshot, addressOfPage(`/s/${params.token}`)),
  );
});
