import { GROUPS } from "@/lib/api/endpoints";
import { auditBody } from "@/lib/api/endpoints/audit";
import { startAudit } from "@/lib/commands/audit/start-audit";
import { getDatabase } from "@/lib/db/client";
import { readJsonBody } from "@/lib/http/json-body";
import { answerJson } from "@/lib/http/respond";
import { answerAudit } from "@/lib/queries/audit/ask-audit";
import { getSavedAudit } from "@/lib/queries/audit/get-saved-audit";
import { listDecisions } from "@/lib/queries/audit/list-decisions";
import { getTrend } from "@/lib/queries/home/get-trend";
import { makeProjectRead } from "@/lib/queries/reading/reading";
import { makeAnswers } from "./answers";

export const audit = makeAnswers(GROUPS.audit, {
  getAudit: makeProjectRead(({ request, caller: { project }, query }, db) =>
    answerAudit(db, project, "", query, request.signal),
  ),

  startAudit: async ({ request, ctx, query }) => {
    const body = await readJsonBody(request, auditBody);
    const saved = await startAudit({ ctx, input: { query: body, waitMs: query.wait } });
    return answerJson(saved, saved.job.status === "running" ? 202 : 200);
  },

  getSavedAudit: ({ caller, params }) => getSavedAudit(getDatabase(), caller.project, params.jobId),

  listDecisions: makeProjectRead(({ caller, query }, db) => listDecisions(db, caller.project, query)),
});

export const trends = makeAnswers(GROUPS.trends, {
  getTrend: makeProjectRead(({ caller: { project }, query }, db) => getTrend(db, project, query)),
});
