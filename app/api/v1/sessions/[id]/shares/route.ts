import { createShare as create, listShares as list, shareBody } from "@/lib/api/endpoints/shares";
import { createShare } from "@/lib/commands/shares/shares";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { jsonBody } from "@/lib/http/json-body";
import { json } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";
import { getJob } from "@/lib/queries/get-job";
import { readingSession } from "@/lib/queries/reading";
import { listShares } from "@/lib/queries/shares/list-shares";

export const GET = serve(
  list,
  readingSession(async ({ caller, params }) => ({
    shares: await listShares(database(), caller.project, params.id),
  })),
);

export const POST = serve(create, async ({ request, caller, params, query }) => {
  const body = await jsonBody(request, shareBody);
  const answer = await createShare(database(), caller, params.id, body, query);
  if (answer.is === "job") return json(await getJob(database(), caller.project, answer.job.id), 202);
  const { made } = answer;
  return { ...made, url: new URL(`/s/${made.token}`, instance().url).href };
});
