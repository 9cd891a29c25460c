import { getWatch, setWatch as endpoint, watchBody } from "@/lib/api/endpoints/watch";
import { setWatching } from "@/lib/commands/watch";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";
import { getWatch as readWatch } from "@/lib/queries/get-watch";

export const GET = serve(getWatch, ({ caller }) => readWatch(database(), caller.project));

export const PUT = serve(endpoint, async ({ request, caller }) => {
  const { on } = await jsonBody(request, watchBody);
  await setWatching(database(), caller, on);
  return readWatch(database(), caller.project);
});
