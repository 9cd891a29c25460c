import { previewBody, previewShare as endpoint } from "@/lib/api/endpoints/shares";
import { redactedHits, redaction, redactedSnapshot } from "@/lib/commands/shares/redactions";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { json } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";
import { getJob } from "@/lib/queries/get-job";
import { kindOf, redactionClasses } from "@/lib/queries/shares/redaction-rules";

export const POST = serve(endpoint, async ({ request, caller, params, query }) => {
  const body = await jsonBody(request, previewBody);
  const answer = await redaction(database(), caller.project, params.id, body, query);
  if (answer.is === "job") return json(await getJob(database(), caller.project, answer.job.id), 202);
  const { made } = answer;
  const [snapshot, { hits, masks }] = await Promise.all([redactedSnapshot(made), redactedHits(made)]);
  const shown = hits.map(({ id, detector, label, value, before, after, places }) => ({
    id,
    ...kindOf({ detector, label }),
    label,
    value,
    before,
    after,
    places,
    masked: !body.reveal.includes(id),
  }));
  const classes = await redactionClasses(database(), caller);
  return json({
    snapshot,
    hits: shown,
    masks,
    job: made.id,
    ...classes,
  });
});
