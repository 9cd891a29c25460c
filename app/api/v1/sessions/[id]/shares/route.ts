import { createShare as create, listShares as list, shareBody } from "@/lib/api/endpoints/shares";
import { createShare } from "@/lib/commands/shares/shares";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { listShares } from "@/lib/queries/shares/list-shares";

export const GET = serve(
  list,
  readingSession(async ({ caller, params }) => ({
    shares: await listShares(database(), caller.project, params.id),
  })),
);

export const POST = serve(create, async ({ request, caller, params }) => {
  const made = await createShare(database(), caller, params.id, await jsonBody(request, shareBody));
  return { ...made, url: new URL(`/s/${made.token}`, instance().url).href };
});
