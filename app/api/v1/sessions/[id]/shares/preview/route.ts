import { previewBody, previewShare as endpoint } from "@/lib/api/endpoints/shares";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { json } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";
import { redacted } from "@/lib/queries/shares/redacted";
import { redactionClasses } from "@/lib/queries/shares/redaction-rules";

export const POST = serve(endpoint, async ({ request, caller, params }) => {
  const body = await jsonBody(request, previewBody);
  const { snapshot, hits } = await redacted(database(), caller.project, params.id, body);
  const shown = hits.map(({ id, label, value, places }) => ({
    id,
    label,
    value,
    places,
    masked: !body.reveal.includes(id),
  }));
  const classes = await redactionClasses(database(), caller.project);
  return json({ snapshot, hits: shown, ...classes });
});
