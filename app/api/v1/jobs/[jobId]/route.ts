import { cancelJob as cancelEndpoint, getJob as endpoint } from "@/lib/api/endpoints/jobs";
import { cancelJob } from "@/lib/commands/jobs/cancel-job";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { getJob } from "@/lib/queries/get-job";

export const GET = serve(endpoint, ({ caller, params }) => getJob(database(), caller.project, params.jobId));

export const DELETE = serve(cancelEndpoint, ({ caller, params }) =>
  cancelJob(database(), caller, params.jobId),
);
