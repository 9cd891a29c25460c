import { listDecisions as endpoint } from "@/lib/api/endpoints/audit";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingProject } from "@/lib/queries/reading";
import { listDecisions } from "@/lib/queries/audit/list-decisions";

export const GET = serve(
  endpoint,
  readingProject(({ caller, query }) => listDecisions(database(), caller.project, query)),
);
