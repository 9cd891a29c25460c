import { listCompactions as endpoint } from "@/lib/api/endpoints/lanes";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { listCompactions } from "@/lib/queries/list-compactions";

export const GET = serve(endpoint, async ({ caller, params }) => ({
  compactions: await listCompactions(database(), caller.project, params.id),
}));
