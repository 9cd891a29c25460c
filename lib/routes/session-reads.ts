import { GROUPS } from "@/lib/api/endpoints";
import { verdictBody } from "@/lib/api/endpoints/verdicts";
import { sayOfFinding, takeBackVerdict } from "@/lib/commands/verdicts";
import { getDatabase } from "@/lib/db/client";
import { readJsonBody } from "@/lib/http/json-body";
import { getProof } from "@/lib/queries/findings/get-proof";
import { judgeSession } from "@/lib/queries/findings/list-findings";
import { makeSessionRead } from "@/lib/queries/reading/reading";
import { measurePrecision } from "@/lib/queries/findings/verdicts";
import { makeAnswers } from "./answers";

export const findings = makeAnswers(GROUPS.findings, {
  getGate: makeSessionRead(({ caller, params, query }) =>
    judgeSession(getDatabase(), caller.project, params.id, query.contract),
  ),
});

export const verdicts = makeAnswers(GROUPS.verdicts, {
  giveVerdict: async ({ request, ctx, params }) =>
    sayOfFinding({ ctx, input: { ...params, ...(await readJsonBody(request, verdictBody)) } }),

  withdrawVerdict: ({ ctx, params }) => takeBackVerdict({ ctx, input: params }),

  getProof: makeSessionRead(({ caller, params, request }) =>
    getProof(getDatabase(), caller.project, params.id, params.finding, request.signal),
  ),

  listPrecision: async ({ caller }) => ({
    rules: await measurePrecision(getDatabase(), caller.project),
  }),
});
