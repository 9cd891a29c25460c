import { getThresholds, setThresholds as endpoint, thresholdsSchema } from "@/lib/api/endpoints/thresholds";
import { setThresholds } from "@/lib/commands/set-thresholds";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";
import { getThresholds as readThresholds } from "@/lib/queries/access/get-thresholds";

export const GET = serve(getThresholds, ({ caller }) => readThresholds(database(), caller.project));

export const PUT = serve(endpoint, async ({ request, caller }) => {
  await setThresholds(database(), caller, await jsonBody(request, thresholdsSchema));
  return readThresholds(database(), caller.project);
});
