import { listCompactions as endpoint } from "@/lib/api/endpoints/lanes";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { listCompactions } from "@/lib/queries/list-compactions";

export const GET = serve(
  endpoint,
  readingSession(async ({ caller, params }) => ({
    compactions: await listCompactions(database(), caller.project, params.id),
  })),
);
