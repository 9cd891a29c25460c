import { GROUPS } from "@/lib/api/endpoints";
import { policyCheckSchema } from "@/lib/api/endpoints/policies";
import { replayRequestSchema } from "@/lib/api/endpoints/replays";
import { JSON_BODY_BYTES_MAX } from "@/lib/api/limits/http";
import { cancelJob } from "@/lib/commands/jobs/cancel-job";
import { noteReplay } from "@/lib/commands/note-use";
import { cancelReplay } from "@/lib/commands/replay/cancel-replay";
import { startReplay } from "@/lib/commands/replay/start-replay";
import { database } from "@/lib/db/client";
import { bodyJson } from "@/lib/http/read-body";
import { check } from "@/lib/http/serve";
import { getJob, listJobs } from "@/lib/queries/ingestion/get-job";
import { checkPolicies, listPolicies } from "@/lib/queries/replays/list-policies";
import { answers } from "./answers";

const LIMITS = { wireBytesMax: JSON_BODY_BYTES_MAX, bodyBytesMax: JSON_BODY_BYTES_MAX };

export const replays = answers(GROUPS.replays, {
  postReplay: async ({ request, caller, params }) => {
    const asked = check(replayRequestSchema, await bodyJson(request, LIMITS), "invalid_body");
    const answer = await startReplay(database(), caller.project, params.id, asked);
    await noteReplay(database(), caller, params.id, asked.policies.length);
    return answer;
  },

  cancelReplay: ({ caller, params }) => cancelReplay(database(), caller, params.id, params.replayId),
});

export const policies = answers(GROUPS.policies, {
  listPolicies: () => Promise.resolve({ policies: listPolicies() }),

  checkPolicies: async ({ request }) => {
    const asked = check(policyCheckSchema, await bodyJson(request, LIMITS), "invalid_body");
    return { policies: checkPolicies(asked.policies) };
  },
});

export const jobs = answers(GROUPS.jobs, {
  listJobs: async ({ caller }) => ({
    jobs: await listJobs(database(), caller.project),
  }),

  getJob: ({ caller, params }) => getJob(database(), caller.project, params.jobId),

  cancelJob: ({ caller, params }) => cancelJob(database(), caller, params.jobId),
});
