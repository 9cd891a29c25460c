import { getTrend as endpoint } from "@/lib/api/endpoints/trends";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { getTrend } from "@/lib/queries/home/get-trend";
import { readingProject } from "@/lib/queries/reading";

export const GET = serve(
  endpoint,
  readingProject(({ caller: { project }, query }) => getTrend(database(), project, query)),
);
