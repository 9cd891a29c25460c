import { getModels, modelsBody, setModels as endpoint } from "@/lib/api/endpoints/models";
import { setModels } from "@/lib/commands/set-models";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";
import { getModels as readModels } from "@/lib/queries/access/get-models";

export const GET = serve(getModels, ({ caller }) => readModels(database(), caller.project));

export const PUT = serve(endpoint, async ({ request, caller }) => {
  const { models } = await jsonBody(request, modelsBody);
  await setModels(database(), caller, models);
  return readModels(database(), caller.project);
});
