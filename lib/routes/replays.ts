import { GROUPS } from "@/lib/api/endpoints";
import { policyCheckSchema } from "@/lib/api/endpoints/policies";
import { replayRequestSchema } from "@/lib/api/endpoints/replays";
import { JSON_BODY_BYTES_MAX } from "@/lib/api/limits/http";
import { cancelJob } from "@/lib/commands/jobs/cancel-job";
import { cancelReplay } from "@/lib/commands/replay/cancel-replay";
import { startReplay } from "@/lib/commands/replay/start-replay";
import { getDatabase } from "@/lib/db/client";
import { readBodyJson } from "@/lib/http/read-body";
import { check } from "@/lib/http/serve";
import { getJob, listJobs } from "@/lib/queries/ingestion/get-job";
import { checkPolicies, listPolicies } from "@/lib/queries/replays/list-policies";
import { makeAnswers } from "./answers";

const LIMITS = { wireBytesMax: JSON_BODY_BYTES_MAX, bodyBytesMax: JSON_BODY_BYTES_MAX };

export const replays = makeAnswers(GROUPS.replays, {
  postReplay: async ({ request, ctx, params: { id } }) => {
    const asked = check(replayRequestSchema, await readBodyJson(request, LIMITS), "invalid_body");
    return startReplay({ ctx, input: { id, request: asked } });
  },

  cancelReplay: ({ ctx, params: { id, replayId } }) => cancelReplay({ ctx, input: { id, replayId } }),
});

export const policies = makeAnswers(GROUPS.policies, {
  listPolicies: () => Promise.resolve({ policies: listPolicies() }),

  checkPolicies: async ({ request }) => {
    const asked = check(policyCheckSchema, await readBodyJson(request, LIMITS), "invalid_body");
    return { policies: checkPolicies(asked.policies) };
  },
});

export const jobs = makeAnswers(GROUPS.jobs, {
  listJobs: async ({ caller }) => ({
    jobs: await listJobs(getDatabase(), caller.project),
  }),

  getJob: ({ caller, params }) => getJob(getDatabase(), caller.project, params.jobId),

  cancelJob: ({ ctx, params }) => cancelJob({ ctx, input: { id: params.jobId } }),
});
