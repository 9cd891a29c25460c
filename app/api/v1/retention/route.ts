import { getRetention, retentionSchema, setRetention as endpoint } from "@/lib/api/endpoints/deletion";
import { setRetention } from "@/lib/commands/apply-retention";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";
import { getRetention as readRetention } from "@/lib/queries/access/get-retention";

export const GET = serve(getRetention, ({ caller }) => readRetention(database(), caller.project));

export const PUT = serve(endpoint, async ({ request, caller }) => {
  const { days } = await jsonBody(request, retentionSchema);
  await setRetention(database(), caller, days);
  return { days };
});
