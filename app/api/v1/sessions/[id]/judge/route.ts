import { askJudge as askEndpoint, getJudged as endpoint } from "@/lib/api/endpoints/judge";
import { askJudge } from "@/lib/commands/judge/set-judge";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { getJudged } from "@/lib/queries/get-judged";
import { readingSession } from "@/lib/queries/reading";

export const GET = serve(
  endpoint,
  readingSession(({ caller, params }) => getJudged(database(), caller.project, params.id)),
);

export const POST = serve(askEndpoint, ({ caller, params }) => askJudge(database(), caller, params.id));
