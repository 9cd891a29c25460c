import { listJobs as endpoint } from "@/lib/api/endpoints/jobs";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { listJobs } from "@/lib/queries/get-job";

export const GET = serve(endpoint, async ({ caller }) => ({
  jobs: await listJobs(database(), caller.project),
}));
