import { getJudge as readEndpoint, judgeBody, setJudge as endpoint } from "@/lib/api/endpoints/judge";
import { setJudge } from "@/lib/commands/judge/set-judge";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";
import { getJudge } from "@/lib/queries/access/get-judge";

export const GET = serve(readEndpoint, ({ caller }) => getJudge(database(), caller.project));

export const PUT = serve(endpoint, async ({ request, caller }) => {
  await setJudge(database(), caller, await jsonBody(request, judgeBody));
  return getJudge(database(), caller.project);
});
